-- What a help line is for, how to write to it, when it is open and in which languages it listens.
alter table help_lines
  add column kind text not null default 'listening'
    check (kind in ('crisis', 'listening', 'abuse', 'child', 'health', 'poison')),
  -- a number for text messages, and the word to begin with
  add column text_to text check (char_length(text_to) between 1 and 40),
  add column text_word text check (char_length(text_word) between 1 and 40),
  add column chat_url text check (chat_url ~ '^https://' and char_length(chat_url) <= 300),
  -- null: not known; "always"; or {"zone", "spans": [{"days", "from", "to"}]}, in the time of the line
  add column hours jsonb,
  -- as in ISO 639
  add column languages text[] not null default '{}',
  add check (text_word is null or text_to is not null);

-- The lines that the program has brought: each once, so that what the operator deletes stays deleted.
create table help_line_seeds (
  country text not null,
  name text not null,
  primary key (country, name)
);

-- Lines of version 0.1.0 that the operator has deleted or renamed are not brought again.
insert into help_line_seeds (country, name)
select brought.country, brought.name
from (values
  ('US', '988 Suicide & Crisis Lifeline'), ('US', 'Crisis Text Line'), ('US', 'National Domestic Violence Hotline'),
  ('US', 'Childhelp National Child Abuse Hotline'), ('GB', 'Samaritans'), ('GB', 'Men''s Advice Line'),
  ('GB', 'Respect Phoneline'), ('GB', 'NSPCC Helpline'), ('GB', 'Childline'), ('IE', 'Samaritans'), ('IE', 'Pieta'),
  ('IE', 'Men''s Aid Ireland'), ('IE', 'Childline by ISPCC'), ('CA', '9-8-8: Suicide Crisis Helpline'),
  ('CA', '211 Canada'), ('CA', 'Kids Help Phone'), ('AU', 'Lifeline'), ('AU', 'MensLine Australia'),
  ('AU', '1800RESPECT'), ('AU', 'Kids Helpline'), ('NZ', '1737 Need to talk?'), ('NZ', 'Suicide Crisis Helpline'),
  ('NZ', 'Are You OK'), ('NZ', 'Oranga Tamariki'), ('DE', 'TelefonSeelsorge'),
  ('DE', 'Hilfetelefon Gewalt an Männern'), ('DE', 'Elterntelefon (Nummer gegen Kummer)'),
  ('DE', 'Kinder- und Jugendtelefon (Nummer gegen Kummer)'), ('DE', 'Hilfe-Telefon Sexueller Missbrauch'),
  ('', 'Find A Helpline'), ('', 'Befrienders Worldwide')
) as brought (country, name)
where exists (select from help_lines)
  and not exists (
    select from help_lines h where coalesce(h.country, '') = brought.country and h.name = brought.name
  );
