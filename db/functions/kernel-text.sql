-- The kernel owns these functions (src/server/kernel/text).
-- Promise: Names and lines are stored as they are read. Constraints, indexes and generated columns use tidy_name,
-- slug_of, name_looks and one_line, so a changed body needs a migration that rebuilds them.

-- Returns a name on one line, without invisible characters and characters that change the direction, except those that join
-- emoji, and with single blanks between words. contract/names.ts does the same.
create or replace function tidy_name(name text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(regexp_replace(name,
      '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b'
      '\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3'
      '\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e0fff\ufdd0-\ufdef\ufffe\uffff\U0001fffe'
      '\U0001ffff\U0002fffe\U0002ffff\U0003fffe\U0003ffff\U0004fffe\U0004ffff\U0005fffe\U0005ffff\U0006fffe'
      '\U0006ffff\U0007fffe\U0007ffff\U0008fffe\U0008ffff\U0009fffe\U0009ffff\U000afffe\U000affff\U000bfffe'
      '\U000bffff\U000cfffe\U000cffff\U000dfffe\U000dffff\U000efffe\U000effff\U000ffffe\U000fffff\U0010fffe'
      '\U0010ffff]', ' ', 'g'),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
$$;

-- Returns the part of an address for a name: lower case, with hyphens for blanks.
create or replace function slug_of(name text) returns text language sql immutable strict parallel safe as $$
  select replace(lower(trim(regexp_replace(name,
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))), ' ', '-')
$$;

-- Returns what a name looks like, without case, width, blanks, dashes, other marks and invisible characters.
create or replace function name_looks(name text) returns text language sql immutable strict parallel safe as $$
  with bare as (
    select regexp_replace(name,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164'
      '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g')
      as name),
  -- upper() first, because some letters differ only in lower case, like the two forms of sigma
  plain as (select lower(upper(normalize(bare.name, NFKC))) as seen from bare)
  -- a separate accent decomposes into a blank and a combining mark
  select coalesce(
    nullif(regexp_replace(regexp_replace(seen, '(^|\s)[\u0300-\u036f]+', '', 'g'),
      '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0-\u00bf\u02b9-\u02df\u058a\u2000-\u206f\u2212'
      '\u2e00-\u2e7f\u3000-\u303f\u30a0]+', '', 'g'), ''),
    seen)
  from plain
$$;

-- Returns a text on one line: line breaks become blanks, and characters that are invisible controls or change the direction are
-- removed. Characters that join emoji, and the joiners of Persian and Indian scripts, stay. contract/names.ts does the same
-- before it checks anything.
create or replace function one_line(words text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(words, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+', '', 'g')
$$;

-- Returns what a name looks like in small letters or in capitals; some letters look alike in one of the two only. Two names
-- look alike if one of the two results is equal. 0 and o are equal, and so are 1, i and l, as in looks_of.
create or replace function appearance_of(name text, capitals boolean) returns text language plpgsql immutable strict parallel safe as $$
declare
  seen text := name;
begin
  if name ~ '^[\u0020-\u007e]*$' then
    seen := translate(lower(name), '01i|', 'olll');
    return case when capitals then seen else replace(seen, 'm', 'rn') end;
  end if;
  seen := normalize(regexp_replace(name,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), NFKC);
  seen := case when capitals then upper(seen) else lower(upper(seen)) end;
  return translate(lower(replace_confusables(normalize(seen, NFD))), '01i|', 'olll');
end $$;

-- The same without blanks, punctuation and separate accents, as in name_looks: for pods and networks.
create or replace function bare_appearance_of(name text, capitals boolean) returns text language sql immutable strict parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(appearance_of(name, capitals), '(^|\s)[\u0300-\u036f]+', '', 'g'),
    '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0-\u00bf\u02b9-\u02df\u058a\u2000-\u206f\u2212'
    '\u2e00-\u2e7f\u3000-\u303f\u30a0]+', '', 'g'), ''), appearance_of(name, capitals))
$$;

-- Returns what a name looks like as it is written, according to UTS 39: letters are replaced before the compatibility form is
-- made, which would hide what "ϲ" looks like, and once more after it. Of two forms that a letter has, the small one counts.
create or replace function written_appearance_of(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  seen text;
begin
  if name ~ '^[\u0020-\u007e]*$' then return appearance_of(name, false); end if;
  seen := lower(upper(normalize(replace_lookalikes(normalize(without_unseen(name), NFD)), NFKC)));
  return replace(translate(lower(replace_lookalikes(normalize(seen, NFD))), '01i|', 'olll'), 'm', 'rn');
end $$;

-- The same as bare_appearance_of, as it is written.
create or replace function bare_written_appearance_of(name text) returns text language sql immutable strict parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(written_appearance_of(name), '(^|\s)[\u0300-\u036f]+', '', 'g'),
    '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0-\u00bf\u02b9-\u02df\u058a\u2000-\u206f\u2212'
    '\u2e00-\u2e7f\u3000-\u303f\u30a0]+', '', 'g'), ''), written_appearance_of(name))
$$;

-- Returns a name without characters that nobody sees.
create or replace function without_unseen(name text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(name,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g')
$$;

-- Returns a name with a blank in place of signs, and without characters that nobody sees.
create or replace function without_signs(name text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(without_unseen(name),
    '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b\u007d\u007e\u00a0-\u00a9\u00ab-\u00b1\u00b4-\u00b8\u00bb-\u00bf\u00d7\u00f7'
    '\u02b9-\u02df\u058a\u2000-\u200a\u2010-\u202f\u2030-\u205f\u20a0-\u20ff\u2117\u2120\u2122\u2190-\u2201\u2203-\u2207\u2209-\u245f\u2500-\u2bff'
    '\u2e00-\u2e7f\u3000-\u303f\u30a0\ufe10-\ufe6f\U0001f000-\U0001f0ff\U0001f200-\U0001faff]+', ' ', 'g')
$$;

-- Returns what the words of a name look like, with a blank around each, without accents, from the appearance of the whole.
-- Single letters that stand apart are one word. Marks over a Latin letter may be from any script.
create or replace function tidy_words(appearance text) returns text language plpgsql immutable strict parallel safe as $$
declare
  seen text := appearance;
begin
  if seen !~ '^[a-z0-9 |]*$' then
    seen := regexp_replace(seen, '[\u0300-\u036f!-/:-@[-`{-~]+', '', 'g');
    if seen ~ '[a-z][^\u0001-\u02ff]' then
      seen := regexp_replace(seen, '(?<=[a-z])[\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711'
      '\u0730-\u074a\u07eb-\u07f3\u0816-\u082d\u08d3-\u0902\u093c\u0941-\u0948\u094d\u0951-\u0957\u0e31\u0e34-\u0e3a\u0e47-\u0e4e'
      '\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u0f18-\u0f39\u135d-\u135f\u1ab0-\u1aff\u1cd0-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1'
      '\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua67d\ua6f0\ua6f1\ua8e0-\ua8f1\ufe20-\ufe2f]+', '', 'g');
    end if;
  end if;
  if seen ~ '[^ ]{2}' then return ' ' || regexp_replace(trim(seen), ' +', ' ', 'g') || ' '; end if;
  return ' ' || replace(seen, ' ', '') || ' ';
end $$;

-- Returns the words of a name in a form: 'small', 'capitals' or 'written'.
create or replace function words_in_form(name text, form text) returns text language sql immutable strict parallel safe as $$
  select tidy_words(case form when 'written' then written_appearance_of(without_signs(name))
    else appearance_of(without_signs(name), form = 'capitals') end)
$$;

-- Returns the words of a name in all three forms.
create or replace function words_in_forms(name text) returns text[] language sql immutable strict parallel safe as $$
  select array[tidy_words(appearance_of(apart, false)), tidy_words(appearance_of(apart, true)), tidy_words(written_appearance_of(apart))]
  from (select without_signs(name) as apart offset 0) a
$$;

-- The same in small letters or in capitals. Older versions of the program use it.
create or replace function word_appearances(name text, capitals boolean) returns text language sql immutable strict parallel safe as $$
  select words_in_form(name, case when capitals then 'capitals' else 'small' end)
$$;
