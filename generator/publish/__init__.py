"""Files into a published site: the site builder, a staging folder, checks, the swap."""
