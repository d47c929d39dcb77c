-- Addresses of files expire, except for those that stand in a text. Few texts have one, so this index is small.
create index document_links_file_addresses on document_links (document)
  where refs::text like '%/files/%signature=%';
