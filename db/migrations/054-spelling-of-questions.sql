-- no transaction
-- Words of the assistant's index by their spellings, so that a misspelled word of a question is corrected to a word that some
-- thread contains. Only the indexer writes the table, so nothing waits in a pending list that every question would read.
create index concurrently retrieval_lexemes_spelled on retrieval_lexemes using gin (spellings_of(lexeme)) with (fastupdate = off);
