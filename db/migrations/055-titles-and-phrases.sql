-- More words that speak for those who run the instance. "title": a member has it nowhere among the words of his name; "office":
-- a name may contain it beside others; "phrase": what the program shows in place of a name, and what may be no whole name.
alter table reserved_words drop constraint reserved_words_kind_check;
alter table reserved_words add constraint reserved_words_kind_check
  check (kind in ('office', 'title', 'filler', 'phrase', 'brand', 'assistant'));

-- The function of this trigger comes after the migrations. What words of ASCII look like needs no function.
alter table reserved_words disable trigger look_at_word;
update reserved_words set kind = 'title' where word in ('admin', 'admins', 'administrator', 'administrators', 'moderator',
  'moderators', 'sysadmin', 'webmaster', 'postmaster', 'helpdesk');
insert into reserved_words (word, kind, looks)
  select word, kind, array[replace(translate(word, 'i', 'l'), 'm', 'rn'), translate(word, 'i', 'l')]
  from (select 'title' as kind, unnest(array['superadmin', 'superuser']) as word
    union all select 'office', unnest(array['moderation', 'administration'])
    union all select 'filler', unnest(array['account', 'chief', 'community', 'customer', 'customers', 'forum', 'global', 'head',
      'lead', 'main', 'member', 'members', 'our', 'real', 'senior', 'super', 'tech', 'technical', 'user', 'users', 'your'])
    union all select 'phrase', unnest(array['unknown user', 'unknown', 'unknown member', 'unknown dad', 'deleted user',
      'deleted member', 'deleted account', 'former member', 'a dad who has left', 'customer care', 'customer service',
      'customer services', 'help desk', 'help center', 'help centre', 'site owner', 'trust and safety', 'community manager'])) words
  on conflict (word) do nothing;
alter table reserved_words enable trigger look_at_word;
