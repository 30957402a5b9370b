-- A trigger writes it from here on: a generated column would keep its function from being changed. What others write
-- before the trigger of db/functions is there has no ground form until the job has come to it.
alter table known_words alter column stem drop expression, alter column stem set default '';

-- Here, too, because the index of 064 uses it before db/functions are applied: the letters of a name.
create function name_key(name text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(name) = char_length(name) then lower(replace(name, $q$'$q$, ''))
    else (select string_agg(case when ascii(sign) < 128 then sign else chr(97 + ascii(sign) % 26) end, '' order by place)
      from regexp_split_to_table(replace(replace(replace(replace(translate(lower(regexp_replace(regexp_replace(
        normalize(translate(name, '‘’‛´ʹʻʼʽˊˋ′‵＇׳՚ꞌ', $q$''''''''''''''''$q$), NFKD),
        '[\u0027\u00ad\u0300-\u036f\u200b-\u200f\u2060-\u2069\ufe00-\ufe0f]+', '', 'g'),
        '[\u2000-\u206f\u3000-\u3004\u3008-\u303f\u30fb]+', ' ', 'g')),
        'øØłŁđĐðÐħĦıŧŦŋŊĸɓɗƙƴςÆŒÞẞ', 'oollddddhhittnnkbdkyσæœþß'),
        'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'), '') with ordinality as s (sign, place)) end
$$;
