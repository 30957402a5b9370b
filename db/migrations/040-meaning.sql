-- A second look by meaning, where the operator wants it (docs/decisions/040). Ordinary columns, no extension.

-- Apart from the vectors, so that all of them are read through quickly: 100,000 are ten megabytes.
create table passage_signatures (
  passage_id bigint primary key references retrieval_passages (id) on delete cascade,
  signature bit(512) not null
);
create table passage_vectors (
  passage_id bigint primary key references retrieval_passages (id) on delete cascade,
  -- one signed byte for each dimension
  vector bytea not null check (octet_length(vector) between 64 and 8192)
);
-- What made them, and up to which passage: passages are numbered in the order in which they are committed.
create table meaning (
  is_one boolean primary key default true check (is_one),
  model text check (char_length(model) between 1 and 200),
  up_to bigint not null default 0
);
insert into meaning default values;
