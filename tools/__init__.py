"""Development tools: message catalogs, checks of the page's JavaScript, the protocol's schema."""
