-- The room members owns these functions (src/server/members).
-- Promise: An account has exactly one profile and one private profile. A name does not pretend to be the instance, its
-- staff or another member. The mark of an administrator follows the account.
-- Writes: administrator_addresses, names_taken, profiles, profiles_private.
-- Reads: groups, left_names, pods, reserved_words, taken_sign_ups, user.
-- Triggers on: group_creation_requests, groups, pods, profiles, profiles_private, reserved_words, user.

-- Creates both profile rows and the fact in the statement that creates the account.
create or replace function profiles_of_new_user() returns trigger language plpgsql as $$
begin
  insert into profiles (id, username, display_name, created_at, updated_at)
    values (new.id, coalesce(new."displayUsername", new.username), left(new.name, 80), new."createdAt", new."createdAt");
  insert into profiles_private (id) values (new.id);
  perform write_fact('member.joined', new.id, '{}');
  return new;
end $$;
create or replace trigger profiles_of_new_user after insert on "user" for each row execute function profiles_of_new_user();

create or replace trigger forget_topic after delete on profiles for each row execute function forget_topic('member');

-- Stores what a name of a pod or network looks like. Raises unique_violation if it is taken. Always in one order, so that
-- two transactions cannot deadlock.
create or replace function reserve_name(place text, subject uuid, name text) returns void language sql as $$
  insert into names_taken (kind, looks, subject_id)
    select distinct place, looks, subject
    from unnest(array[bare_appearance_of(name, false), bare_appearance_of(name, true), bare_written_appearance_of(name)]) looks
    order by looks
$$;

-- Stores the names of pods and networks that are not stored yet: those that were loaded past the triggers. If two look
-- alike, the older one holds the name.
create or replace function reserve_all_names() returns void language sql as $$
  insert into names_taken (kind, looks, subject_id)
    select place.kind, looks, place.id
    from (select 'pod' as kind, id, name, created_at from pods where status in ('active', 'ended')
        union all select 'group', id, name, created_at from groups) place,
      unnest(array[bare_appearance_of(place.name, false), bare_appearance_of(place.name, true),
        bare_written_appearance_of(place.name)]) looks
    where not exists (select from names_taken t where t.subject_id = place.id)
    order by place.created_at, place.id
  on conflict do nothing
$$;

-- Keeps names_taken in step with pods: a pod that has ended keeps its name, a deleted one frees it.
create or replace function update_pod_name() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from names_taken t where t.subject_id = old.id; end if;
  if tg_op <> 'DELETE' and new.status in ('active', 'ended') then perform reserve_name('pod', new.id, new.name); end if;
  return null;
end $$;
create or replace trigger take_name after insert or delete on pods for each row execute function update_pod_name();
create or replace trigger take_name_anew after update of name, status on pods for each row
  when (old.name <> new.name or old.status <> new.status) execute function update_pod_name();

-- Keeps names_taken in step with networks.
create or replace function update_group_name() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from names_taken t where t.subject_id = old.id; end if;
  if tg_op <> 'DELETE' then perform reserve_name('group', new.id, new.name); end if;
  return null;
end $$;
create or replace trigger take_name after insert or delete on groups for each row execute function update_group_name();
create or replace trigger take_name_anew after update of name on groups for each row
  when (old.name <> new.name) execute function update_group_name();

-- Stores what a reserved word looks like: in small letters, in capitals, and as it is written.
create or replace function set_word_looks() returns trigger language plpgsql as $$
begin
  new.looks := array(select trim(words) from unnest(words_in_forms(new.word)) words);
  return new;
end $$;
create or replace trigger look_at_word before insert or update on reserved_words for each row execute function set_word_looks();

-- Returns the ways to read the digits and signs of a name: as they are, as signs around the words, and as the letters that
-- they stand for (4dm1n, $upport, ₳dmin). The letters of a flag can be a word or a flag.
create or replace function readings_of_name(name text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  numbers constant text := '[|0-9]+';
  flags constant text := '[\U0001f1e6-\U0001f1ff]+';
  -- "!" comes last, because it also ends a name
  stand_ins constant text := '345789@$€£₳₿฿₵₫₣₲₭₤₥₦₱₽₹₴₮₩¥¢⍺⋿˛⍳∣⏽〇⍴⊤⟙🝌🝨∪⋃∨⋁×⍵△∆☰⊂∩∀∃∑⊝⊖⍬!';
  letters constant text := 'eastbgaseLabbcdfgkLmnpprstwycaeiillopttctuuvvxwaaecnaeeoooi';
  found text[] := array[name];
begin
  if name ~ numbers then found := found || regexp_replace(name, numbers, ' ', 'g'); end if;
  if name ~ flags then
    found := found || regexp_replace(name, flags, ' ', 'g') || regexp_replace(name, flags || '|' || numbers, ' ', 'g');
  end if;
  if name ~ ('[' || stand_ins || ']') then
    found := found || translate(name, stand_ins, letters)
      || translate(regexp_replace(name, '[0-9]+(?=\s|$)|!', '', 'g'), stand_ins, letters);
  end if;
  return found;
end $$;

-- Returns whether words (each between blanks) are only reserved ones, one or two to a word, and at least one of them is
-- more than a filler.
create or replace function are_reserved_words(words text, kept text[], fillers text[]) returns boolean language sql immutable parallel safe as $$
  select coalesce(bool_or(word <> all (fillers)), false) and coalesce(bool_and(word = any (fillers) or word = any (kept)
      or exists (select from unnest(kept || fillers) one
        where starts_with(word, one) and substr(word, char_length(one) + 1) = any (kept))
      or exists (select from unnest(kept) one
        where starts_with(word, one) and substr(word, char_length(one) + 1) = any (fillers))), false)
  from string_to_table(trim(words), ' ') word where word <> ''
$$;

-- Returns whether neighbouring words together are one of `ones`: "Father Kin" is Fatherkin, "Father Kingsley" is not.
create or replace function are_joined_words(words text, ones text[]) returns boolean language plpgsql immutable parallel safe as $$
declare
  parts text[] := string_to_array(trim(words), ' ');
  joined text;
begin
  for start in 1 .. cardinality(parts) loop
    joined := '';
    for place in start .. cardinality(parts) loop
      joined := joined || parts[place];
      if joined = any (ones) then return true; end if;
    end loop;
  end loop;
  return false;
end $$;

-- Returns whether a name claims to be the instance, or those who run it: it consists of reserved words only (one or two to a
-- word), is what the program shows in place of a name, or contains the name of the instance. A person, moreover, has no title
-- ("admin") among his words, and no part between signs that consists of reserved words ("Peter (Support)").
create or replace function claims_office(name text, is_person boolean) returns boolean language plpgsql stable strict parallel safe as $$
declare
  is_plain boolean := name ~ '^[\u0020-\u007e]*$';
  part_signs constant text := '[\s]+[-.''_]+|[-.''_]+(?:\s+|$)|[\u0021-\u0026\u0028-\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007e'
    '\u00a1-\u00a9\u00ab-\u00ac\u00ae-\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u2012-\u2015\u2016-\u2018\u201a-\u2027\u2030-\u205e\u2190-\u2201'
    '\u2203-\u2207\u2209-\u245f\u2500-\u27ff\u2900-\u2bff\u2e00-\u2e7f\u3001-\u303f\ufe10-\ufe6f\uff5c\U0001f000-\U0001f0ff\U0001f200-\U0001faff]+';
  reading text;
  seen text[];
  words text;
  joined text;
  kept text[];
  brands text[];
  fillers text[];
  titles text[];
  offices text[];
  phrases text[];
begin
  foreach reading in array readings_of_name(name) loop
    -- a shortcut: most names contain none of these words
    if is_plain then
      seen := array[replace(translate(lower(regexp_replace(reading, '[^A-Za-z01|]+', '', 'g')), '01i|', 'olll'), 'm', 'rn')];
    else
      seen := words_in_forms(reading);
    end if;
    joined := replace(replace(array_to_string(seen, '/'), ' ', ''), 'm', 'rn');
    continue when not exists (select from reserved_words w where w.kind <> 'filler'
      and (position(replace(w.looks[1], ' ', '') in joined) > 0
        or w.kind in ('brand', 'assistant') and exists (select from unnest(w.looks) look
          where position(replace(replace(look, ' ', ''), 'm', 'rn') in joined) > 0)));
    if is_plain then seen := array[words_in_form(reading, 'small')]; end if;
    for form in 1 .. cardinality(seen) loop
      -- letters that stand apart, also beside a word, are one word: "A d m i n Peter"
      words := regexp_replace(seen[form], '(?<= (?:rn|[a-z])) (?=(?:rn|[a-z]) )', '', 'g');
      joined := replace(words, ' ', '');
      select array_agg(l.look) filter (where w.kind not in ('filler', 'phrase')),
        coalesce(array_agg(l.look) filter (where w.kind = 'brand'), '{}'),
        coalesce(array_agg(l.look) filter (where w.kind = 'filler'), '{}'),
        coalesce(array_agg(l.look) filter (where w.kind = 'title'), '{}'),
        coalesce(array_agg(l.look) filter (where w.kind in ('title', 'office')), '{}'),
        coalesce(array_agg(l.look) filter (where w.kind = 'phrase'), '{}')
        into kept, brands, fillers, titles, offices, phrases
        from reserved_words w cross join lateral (select replace(look_in_form(w.looks, form), ' ', '') as look) l where l.look <> '';
      if are_joined_words(words, brands)
        or exists (select from unnest(brands) brand where char_length(brand) >= 6 and position(' ' || brand in words) > 0)
        or joined = any (phrases) or are_reserved_words(words, kept, fillers)
        or exists (select from unnest(offices) one where char_length(one) >= 5 and one = joined) then
        return true;
      end if;
      if is_person and (exists (select from string_to_table(trim(words), ' ') word where are_reserved_words(word, titles, '{}')
            or exists (select from unnest(titles) title where right(word, char_length(title)) = title
              and left(word, -char_length(title)) = any (kept || fillers)))
          or exists (select from regexp_split_to_table(reading, part_signs) part
            where are_reserved_words(words_in_form(part, (array['small', 'capitals', 'written'])[form]), offices, fillers))) then
        return true;
      end if;
    end loop;
  end loop;
  return false;
end $$;

-- Returns what a word looks like in a form. Words of before the third form are of ASCII, and are written in small letters.
create or replace function look_in_form(looks text[], form integer) returns text language sql immutable parallel safe
  return coalesce(looks[form], looks[1]);

-- Returns whether a name may not be given to a pod or a network.
create or replace function is_reserved_name(name text) returns boolean language sql stable strict parallel safe as $$
  select claims_office(name, false)
$$;

-- Refuses a reserved name. The argument of the trigger is the name of the column.
create or replace function refuse_reserved_name() returns trigger language plpgsql as $$
begin
  if is_reserved_name(to_jsonb(new) ->> tg_argv[0]) then
    raise check_violation using constraint = 'name_is_reserved', message = 'this name is kept for those who run the place';
  end if;
  return new;
end $$;
create or replace trigger mind_name before insert on pods for each row execute function refuse_reserved_name('name');

-- After the update, not before: a trigger before it would make each update lock the row first, also one of the number of
-- members, and two members who join at the same time could deadlock.
create or replace trigger mind_name_anew after update of name on pods for each row when (old.name <> new.name)
  execute function refuse_reserved_name('name');
create or replace trigger mind_name before insert on groups for each row execute function refuse_reserved_name('name');
create or replace trigger mind_name_anew after update of name on groups for each row when (old.name <> new.name)
  execute function refuse_reserved_name('name');
create or replace trigger mind_name before insert on group_creation_requests for each row execute function refuse_reserved_name('group_name');

-- Returns why a member may not have this display name: 'reserved', or 'another' if it looks like the username of another
-- member. Returns null if it is allowed. Signs around the name and signs that usernames may contain do not count. A blank
-- counts, because no username has one: "John Smith" is not johnsmith.
create or replace function display_name_fault(name text, own_username text, member uuid) returns text language plpgsql stable as $$
declare
  edge constant text :=
    '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0-\u00a9\u00ab-\u00b1\u00b4-\u00b8\u00bb-\u00bf\u00d7\u00f7'
    '\u02b9-\u02df\u058a\u2000-\u206f\u20a0-\u20ff\u2117\u2120\u2122\u2190-\u245f\u2500-\u2bff\u2e00-\u2e7f\u3000-\u303f\u30a0'
    '\ufe00-\ufe6f\ufeff\U0001f000-\U0001f0ff\U0001f200-\U0001faff\U000e0000-\U000e0fff]+';
  bare text := regexp_replace(regexp_replace(name, '^' || edge, ''), edge || '$', '');
  small text := regexp_replace(appearance_of(bare, false), '[._-]+', '', 'g');
  large text := regexp_replace(appearance_of(bare, true), '[._-]+', '', 'g');
  written text := regexp_replace(written_appearance_of(bare), '[._-]+', '', 'g');
begin
  if small = reads_username(own_username) or large = looks_of(own_username) then return null; end if;
  if claims_office(name, true) then return 'reserved'; end if;
  if exists (select from profiles p where looks_of(p.username) = large and p.id is distinct from member)
    or exists (select from profiles p where reads_username(p.username) in (small, written) and p.id is distinct from member)
    or exists (select from taken_sign_ups t where looks_of(t.username) = large)
    or exists (select from taken_sign_ups t where reads_username(t.username) in (small, written))
    or exists (select from left_names l where l.looks = sha256(convert_to(large, 'UTF8')) and l.until > now())
  then return 'another'; end if;
  return null;
end $$;

-- Refuses a display name with a fault. Names that were given before this rule stay until they change.
create or replace function refuse_display_name() returns trigger language plpgsql as $$
declare
  fault text := display_name_fault(new.display_name, new.username, new.id);
begin
  if fault is not null then
    raise check_violation using constraint = 'name_is_' || fault, message = 'a member may not be called so';
  end if;
  return new;
end $$;
create or replace trigger mind_display_name before insert on profiles for each row when (new.display_name is not null)
  execute function refuse_display_name();
-- An account that is deleted becomes "Unknown User" together with a username that nobody has chosen.
create or replace trigger mind_display_name_anew before update of display_name on profiles for each row
  when (new.display_name is not null and old.display_name is distinct from new.display_name
    and not (new.username <> old.username and new.username ~ '^gone\.[0-9a-f]{20}$'))
  execute function refuse_display_name();

-- Sets or clears the mark of an administrator on the public profile.
create or replace function mark_administrator(member uuid) returns void language plpgsql as $$
begin
  -- waits for mark_administrators, which locks the table and updates all members afterwards
  perform from administrator_addresses a join "user" u on u.email = a.email where u.id = member for share of a;
  update profiles p set is_administrator = not p.is_administrator
    from profiles_private s join "user" u on u.id = s.id
    where p.id = member and s.id = member and p.is_administrator <> (s.suspended_at is null and (s.is_admin
      or u."emailVerified" and exists (select from administrator_addresses a where a.email = u.email)));
end $$;

-- Updates the mark when the private profile or the address of the account changes.
create or replace function update_administrator_mark() returns trigger language plpgsql as $$
begin
  perform mark_administrator(new.id);
  return null;
end $$;
create or replace trigger mark_administrator after update of is_admin, suspended_at on profiles_private for each row
  when (old.is_admin <> new.is_admin or (old.suspended_at is null) <> (new.suspended_at is null))
  execute function update_administrator_mark();

-- Its name puts it after profiles_of_new_user.
create or replace trigger with_mark after insert on "user" for each row when (new."emailVerified") execute function update_administrator_mark();
create or replace trigger with_mark_anew after update of email, "emailVerified" on "user" for each row
  when (old.email <> new.email or old."emailVerified" <> new."emailVerified") execute function update_administrator_mark();

-- Replaces the configured addresses of administrators and updates all marks.
create or replace function mark_administrators(emails text[]) returns void language plpgsql as $$
declare one uuid;
begin
  lock table administrator_addresses in exclusive mode;
  delete from administrator_addresses a where a.email <> all (emails);
  insert into administrator_addresses (email) select distinct unnest(emails) on conflict do nothing;
  for one in select u.id from "user" u where u.email = any (emails)
    union select p.id from profiles p where p.is_administrator
    union select s.id from profiles_private s where s.is_admin order by 1
  loop
    perform mark_administrator(one);
  end loop;
end $$;

-- Returns true if an administrator has suspended the member.
create or replace function is_suspended(member uuid) returns boolean language sql stable as $$
  select exists (select from profiles_private s where s.id = member and s.suspended_at is not null)
$$;
