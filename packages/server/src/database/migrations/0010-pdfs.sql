-- PDFs that were made, by what they were made from. Their bytes are in the file store; all of it can be made again.

create table pdfs (
  key text primary key,
  blob text not null,
  created_at timestamptz(3) not null
);
