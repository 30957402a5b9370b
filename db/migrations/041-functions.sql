-- Functions, views and triggers move to db/functions (docs/decisions/046-functions-in-force.md). Migrations make tables only.

-- Which sets of functions this database has had. The newest row is in force.
create table function_sets (
  nth bigint generated always as identity primary key,
  -- of the whole set
  hash text not null unique,
  -- each object with the hash of its statement: "function tell", "trigger take_name on pods"
  objects jsonb not null,
  applied_at timestamptz(3) not null default now()
);

-- What the migrations before this one have made, so that an object that leaves the folder is dropped here too. A trigger has
-- the hash of its statement in the folder, so that it is not created again: that would lock its table against writers.
insert into function_sets (hash, objects)
  select 'migrations', jsonb_object_agg(name, hash) from (
    select 'function ' || name as name, '' as hash from regexp_split_to_table(trim($names$
  achievement_amounts admin_log_stays are_apart ask_anew assistant_month attend_event audience_of_group audience_of_groups
  audience_of_pod audience_of_pods award_achievements award_by_figures begin_event begin_held_event begin_to_see
  begin_turn cast_comment_vote cast_poll_vote cast_post_vote cell_columns cell_latitude cell_longitude cell_parent
  count_event_attendees count_group_members count_groups count_kin count_local_cell count_new count_pod_members count_post
  count_question count_words creator_is_admin date_attendee date_attendees display_name_fault doubt_new_sentences
  fold_karma forget_attended forget_event_topic forget_member_topic group_member_may_come hold_blocks hold_coming
  hold_comings hold_event hold_events_of hold_group hold_group_alone hold_kin_of hold_member hold_name hold_open hold_pair
  hold_post hold_post_alone hold_standing hold_way_in id_is_new id_is_unsent index_post is_cell is_group_admin
  is_reserved_name is_stream_ahead keep_only_cell keep_only_event_cell keep_used_id keep_used_message_id know_post_author
  known_words_like known_words_of left_name look_at_word looks_of mark_administrator mark_administrators mark_of_private
  may_go mind_display_name mind_name move_reader name_looks name_post_author nobody_comes_back note_words one_line
  open_comment open_comments open_new_post own_points places_alike pod_member_may_come poll_is_whole profiles_of_new_user
  read_facts reads reads_bare reads_username rebase_stream recount_karma reserve_question reserve_tokens retrieval_turned
  retrieval_words search_blocks search_names search_stretch search_tokens search_vector search_words send_message
  session_ended set_scores settle_question slug_of spellings_of stand_in stays_nobody steady_weeks suspended_is_out
  take_all_names take_group_name take_name take_pod_name tell tidy_name time_event turn_posts unbegin_event weigh_comment
  weigh_events weigh_group weigh_groups weigh_pods weigh_post weigh_profile weigh_votes weigh_weeks words_mark words_read
$names$, E' \n'), '\s+') name
    union all select 'view karma_recount', ''
    union all select * from (values
    ('trigger admin_log_stays on admin_log', '6db342ac2463c734152cb1f844f795c7'),
    ('trigger begin_to_see on profiles_private', 'c2bde27545f27ed8db46fb93d2a0083f'),
    ('trigger begin_turn on groups', 'f71d17b5a86f997557a41edc76889afa'),
    ('trigger count_groups on groups', '4767b2401b267dd99131a3588a7b548f'),
    ('trigger count_new_question on assistant_ledger', '8b8153179938d73c74a40c3cbc2cbe14'),
    ('trigger count_question on assistant_ledger', '5be2b40fa959ec78140fad92c146c988'),
    ('trigger creator_is_admin on groups', 'f5ac58eb13df04cd5a9793011b1d1bd4'),
    ('trigger date_attendee on event_attendees', '6eca18a7afb0b0b0ca5149e5c6552866'),
    ('trigger date_attendees on local_events', 'd00d76422e58acc449c77bc6ae6a9275'),
    ('trigger doubt_new_sentences on assistant_sentences', 'af31224f2124762852e51ca867c252bb'),
    ('trigger event_attendee_came on event_attendees', 'fa93bc3ff15a3d59832f13c3ffcc32a8'),
    ('trigger event_attendee_went on event_attendees', '9d338773e1660a975a579bdf99c63471'),
    ('trigger forget_attended on local_events', '50561e28b1f31e612100706f0ae9006d'),
    ('trigger forget_attended_with_event on local_events', 'c4ebee1563024c3fe3205e0c5fc73d0e'),
    ('trigger forget_topic on local_events', '34f3e81104b0f24eb1b82106ab0e659d'),
    ('trigger forget_topic on profiles', 'da97eb58588f260c3212576b9f231bfa'),
    ('trigger group_member_came on group_members', 'b5d5ec4bcdb8e9f0b4a7dc6b53637128'),
    ('trigger group_member_went on group_members', 'b5436529baaf7172e4edca9383f6755d'),
    ('trigger hold_events on user', '4f7425517c70b58bfe45810ebd6d3a0d'),
    ('trigger hold_kin on user', '8cc05f54dfeda0d0678015c4ac10ae87'),
    ('trigger hold_name on profiles', '8942d5fb3a075da9d7ecabf8197b8e5e'),
    ('trigger hold_name on taken_sign_ups', 'cb515fdc2329fae023c375ed6454709b'),
    ('trigger id_is_new on comments', '8cfb062a0a597998ba5daa0511b2d7bb'),
    ('trigger id_is_new on event_comments', '97d78b95330312bc15fa2d62267f1a95'),
    ('trigger id_is_new on group_messages', '6cfcd385233c894074e3f8945cd8dbaf'),
    ('trigger id_is_new on pod_messages', '4ad5a0dfa226592204e295084ba9cdd9'),
    ('trigger id_is_new on posts', '3f7b1cce0a2a26b40e53504bd0c350d7'),
    ('trigger index_post on posts', 'b01c14e0d77ac30d8a14d7db9344a466'),
    ('trigger index_post_again on posts', 'ae6087ba3a0c2251a118405586d5b357'),
    ('trigger index_post_removed on posts', '69d508c67216a7e3efc854adb668f1ca'),
    ('trigger keep_only_cell on local_events', 'b06b4a2c8670828c42f35c11fdfbfa50'),
    ('trigger keep_only_cell on profiles_private', 'e6e433aa20558d24177c53290614dd88'),
    ('trigger keep_used_id on comments', '1cef02dbac98ad1c10d89e6cc83ca42c'),
    ('trigger keep_used_id on event_comments', '5f2541f52ae7c10ff7248d214bfb6e03'),
    ('trigger keep_used_id on group_messages', '3cef95debdb6b016435333aedbfd9db7'),
    ('trigger keep_used_id on pod_messages', '08c5292674e76778f9d1371aa94f9128'),
    ('trigger keep_used_id on posts', 'cb433b01eb664d16a461109a602757b8'),
    ('trigger kin_came on connections', '760237ee7686361992a8ec35d433e894'),
    ('trigger kin_changed on connections', 'dd3a83d94756e3fb25b422ed624a832e'),
    ('trigger kin_went on connections', 'd66a67c91cb996b24c681ed25155cd3d'),
    ('trigger know_post_author on assistant_sentences', '152941af95e3cadda19013d0ece8856f'),
    ('trigger local_cell_came on profiles_private', '2883ace4a5acde04982e5ec2f8b41acc'),
    ('trigger local_cell_changed on profiles_private', '083930b93af6c571aaf4e9e74e1c9d7e'),
    ('trigger local_cell_went on profiles_private', 'd156fa87b3fba1e2d259edc1d2f5f98a'),
    ('trigger look_at_word on reserved_words', 'd549f4f3279140f0e5c9fea4fa3133e7'),
    ('trigger mark_administrator on profiles_private', 'ed7156cd74f90b4f932e3a2d3145874f'),
    ('trigger may_come on group_members', '5907f4a4e379843caf5a06baf319faa6'),
    ('trigger may_come on pod_members', 'f42926da8288ad8842d25528c3fb7630'),
    ('trigger may_come_back on pod_members', '19f5955358fc2968c19e838b3f68013a'),
    ('trigger mind_display_name on profiles', '8e0b67d252da1ec5d431cacb2add0836'),
    ('trigger mind_display_name_anew on profiles', 'f4f5cb83cb86b59a6cfa6e6c45692b12'),
    ('trigger mind_name on group_creation_requests', 'aa832d69780593f51b98f4a3647e201c'),
    ('trigger mind_name on groups', '84a0e8e5b98e1232aff1f4f8e4ec0ad0'),
    ('trigger mind_name on pods', '7b22a8a0014aa3a7097c9181f4f9cfbc'),
    ('trigger mind_name_anew on groups', 'ba3784e6574b0628de37bba4eb0622f8'),
    ('trigger mind_name_anew on pods', '07972520bb56a209ac31703024345d09'),
    ('trigger name_post_author on comments', '139a3b3afdf131625bf5cf15cef943a8'),
    ('trigger nobody_comes_back on session', 'c8f0ff76e20e68f77f7d96c28cafda50'),
    ('trigger note_words on posts', '54227292013e52700b9f65ef86cb6a96'),
    ('trigger note_words_again on posts', '47389ac6c67a27e0b01b21bfe4b19835'),
    ('trigger open_comment on comments', 'e28521abf839a0a3232b33d7b546fdc1'),
    ('trigger open_new_post on posts', '10d029313e73e29de5bef8eb5600b091'),
    ('trigger pod_member_came on pod_members', 'd04c6749f8cafb980db1dec8f586bed8'),
    ('trigger pod_member_changed on pod_members', 'cf856680703bce6e02fa56f69596cb79'),
    ('trigger pod_member_went on pod_members', '5777218ec161cad0261867869f167bfd'),
    ('trigger poll_is_whole on poll_options', 'bcea311d783ccf4c3c8cc34338aaebaf'),
    ('trigger poll_is_whole on posts', '2e42ea724ee8c774776879e60bd49a84'),
    ('trigger profiles_of_new_user on user', '0dded5ffb2b8a1ea0d50885b3d6f8afa'),
    ('trigger retrieval_turned on posts', '4436dafb84620c78c7ff0dd8e1964546'),
    ('trigger session_ended on session', 'a19e15cef8433ce2dc57097d9606a517'),
    ('trigger shuts_out on group_members', 'f62a95085a08c78bda240c61726ab867'),
    ('trigger shuts_out on pod_members', '3fc5ecb97bdf43836a5b62ccd554afef'),
    ('trigger shuts_out_changed on groups', 'fe2f6ab6e00e0dc2c74a5dc1860de2f4'),
    ('trigger shuts_out_changed on pod_members', 'ffaefd94a46a411fd434ffdb0d57b70e'),
    ('trigger shuts_out_changed on pods', 'f19ae814c1b94bfb35be517f678197e5'),
    ('trigger stays_nobody on profiles', 'c200e0774e993fe67c9b42fc50f6a9e5'),
    ('trigger stays_nobody on profiles_private', '7a60b43eacabb5f45594e5042243c906'),
    ('trigger suspended_is_out on session', 'd6f7c58f4942ddf8eb693dfe080d41b6'),
    ('trigger take_name on groups', '84d5030cea8a4bfed2cfbf78c4239c74'),
    ('trigger take_name on pods', '096a0c3c309dbed71eddafe8c6c2b61e'),
    ('trigger take_name_anew on groups', '8cd0e4d62981a60c3324ee7848ce7b84'),
    ('trigger take_name_anew on pods', '1c1aeb35c34d7cc2eb1b3e42088696d1'),
    ('trigger time_event on local_events', '05d49cb9e2e87be9acdd9cdac3478496'),
    ('trigger unbegin_event on local_events', '0f7b36161b07fcb2d5c623948883f98d'),
    ('trigger weigh_came on event_attended', '1a7e91a1256ca9d90ebb587af7605116'),
    ('trigger weigh_came on group_members', '0b0b1f1d327aba722c2a90c7dbb6c773'),
    ('trigger weigh_came on pod_members', '527cf853d977e243ab4a2292f53c7bc4'),
    ('trigger weigh_changed on pod_members', 'eb6960258ba5fef7b9720a72f26d12a3'),
    ('trigger weigh_comment on comments', '7388def8c337940d7d754e5347b24962'),
    ('trigger weigh_comment_came on comments', '69d6fe4bdcd1acf1f3be671e9dfff593'),
    ('trigger weigh_comment_went on comments', '4188c129139b2d61618b248d9c1c7592'),
    ('trigger weigh_goes on groups', '1a4405a40f3ba1d56d95740ff4f6e54a'),
    ('trigger weigh_post_came on posts', '9dece47384598b0a5622c9c1d0cdb58d'),
    ('trigger weigh_post_goes on posts', 'eb3e7c4dbec4e99529fc56cd101ba68a'),
    ('trigger weigh_post_turned on posts', 'd5af707b0d57ed3ed5940aa22305c6d9'),
    ('trigger weigh_profile on profiles', '6c94bb238c28fa9de7e9f4ddcacb316f'),
    ('trigger weigh_turned on groups', 'e053429dfda658a4ca203d9f5d2090ed'),
    ('trigger weigh_votes on posts', 'bc320d949c94f6f44f9435662c8dd5f5'),
    ('trigger weigh_went on event_attended', '832b539320d40bc8c09c1a06424643c1'),
    ('trigger weigh_went on group_members', '90ef717814162ea8245019a5ae596bef'),
    ('trigger weigh_went on pod_members', 'e5ae9a416dfb60a5810ea7e4b61876e0'),
    ('trigger with_comments on posts', '4bf1877a5cc3ab40a889e3f6d430f664'),
    ('trigger with_mark on user', '484283369cb90f5953ae80479c2d372f'),
    ('trigger with_mark_anew on user', 'f8cdbbab0503873c468a72946e49187c')
    ) triggers) made (name, hash);
