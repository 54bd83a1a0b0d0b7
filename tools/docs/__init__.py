"""Documentation site: what MkDocs needs besides `mkdocs.yml` and the documents."""
