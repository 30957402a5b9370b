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

-- Names that say what the functions do. Renamed, not created again, so that their triggers stay as they are.
alter function turn_posts rename to reindex_visibility;
alter function begin_turn rename to begin_reindex;
alter function hold_coming rename to lock_pod_entry;
alter function hold_comings rename to lock_pod_entries;
alter function hold_way_in rename to lock_membership;
alter function ask_anew rename to recheck_audience;
alter function are_apart rename to is_blocked_between;
alter function nobody_comes_back rename to refuse_departing_session;
alter function stays_nobody rename to refuse_departing_profile;
alter function may_go rename to can_delete_account;
alter function hold_post rename to lock_post;
alter function hold_post_alone rename to lock_post_exclusive;
alter function hold_standing rename to lock_existing_post;
alter function hold_open rename to lock_writable_post;
alter function hold_group rename to lock_group;
alter function hold_group_alone rename to lock_group_exclusive;
alter function hold_event rename to lock_visible_event;
alter function hold_member rename to lock_member;
alter function hold_pair rename to lock_pair;
alter function hold_blocks rename to lock_blocks;
alter function hold_name rename to refuse_taken_username;
alter function hold_events_of rename to lock_events_of_member;
alter function hold_kin_of rename to lock_kin_of_member;
alter function mind_name rename to refuse_reserved_name;
alter function mind_display_name rename to refuse_display_name;
alter function look_at_word rename to set_word_looks;
alter function take_name rename to reserve_name;
alter function take_all_names rename to reserve_all_names;
alter function take_pod_name rename to update_pod_name;
alter function take_group_name rename to update_group_name;
alter function reads rename to appearance_of;
alter function reads_bare rename to bare_appearance_of;
alter function words_read rename to word_appearances;
alter function stand_in rename to replace_confusables;
alter function open_new_post rename to set_post_visibility;
alter function open_comment rename to set_comment_visibility;
alter function open_comments rename to update_comment_visibility;
alter function name_post_author rename to set_post_author;
alter function know_post_author rename to set_thread_author;
alter function time_event rename to set_event_times;
alter function date_attendee rename to set_attendee_date;
alter function date_attendees rename to update_attendee_dates;
alter function keep_only_cell rename to snap_to_cell;
alter function keep_only_event_cell rename to snap_event_to_cell;
alter function suspended_is_out rename to refuse_suspended_session;
alter function begin_to_see rename to mark_all_seen;
alter function id_is_unsent rename to refuse_sent_id;
alter function words_mark rename to text_fingerprint;
alter function retrieval_turned rename to mark_post_stale;
alter function doubt_new_sentences rename to recheck_new_sentences;
alter function mark_of_private rename to update_administrator_mark;

-- What the migrations before this one have made, so that an object that leaves the folder is dropped here too. A trigger has
-- the hash of its statement in the folder, so that it is not created again: that would lock its table against writers.
insert into function_sets (hash, objects)
  select 'migrations', jsonb_object_agg(name, hash) from (
    select 'function ' || name as name, '' as hash from regexp_split_to_table(trim($names$
  achievement_amounts admin_log_stays appearance_of assistant_month attend_event audience_of_group audience_of_groups
  audience_of_pod audience_of_pods award_achievements award_by_figures bare_appearance_of begin_event begin_held_event
  begin_reindex can_delete_account cast_comment_vote cast_poll_vote cast_post_vote cell_columns cell_latitude
  cell_longitude cell_parent count_event_attendees count_group_members count_groups count_kin count_local_cell count_new
  count_pod_members count_post count_question count_words creator_is_admin display_name_fault fold_karma forget_attended
  forget_event_topic forget_member_topic group_member_may_come id_is_new index_post is_blocked_between is_cell
  is_group_admin is_reserved_name is_stream_ahead keep_used_id keep_used_message_id known_words_like known_words_of
  left_name lock_blocks lock_events_of_member lock_existing_post lock_group lock_group_exclusive lock_kin_of_member
  lock_member lock_membership lock_pair lock_pod_entries lock_pod_entry lock_post lock_post_exclusive lock_visible_event
  lock_writable_post looks_of mark_administrator mark_administrators mark_all_seen mark_post_stale move_reader name_looks
  note_words one_line own_points places_alike pod_member_may_come poll_is_whole profiles_of_new_user read_facts
  reads_username rebase_stream recheck_audience recheck_new_sentences recount_karma refuse_departing_profile
  refuse_departing_session refuse_display_name refuse_reserved_name refuse_sent_id refuse_suspended_session
  refuse_taken_username reindex_visibility replace_confusables reserve_all_names reserve_name reserve_question
  reserve_tokens retrieval_words search_blocks search_names search_stretch search_tokens search_vector search_words
  send_message session_ended set_attendee_date set_comment_visibility set_event_times set_post_author set_post_visibility
  set_scores set_thread_author set_word_looks settle_question slug_of snap_event_to_cell snap_to_cell spellings_of
  steady_weeks tell text_fingerprint tidy_name unbegin_event update_administrator_mark update_attendee_dates
  update_comment_visibility update_group_name update_pod_name weigh_comment weigh_events weigh_group weigh_groups
  weigh_pods weigh_post weigh_profile weigh_votes weigh_weeks word_appearances
$names$, E' \n'), '\s+') name
    union all select 'view karma_recount', ''
    union all select * from (values
      ('trigger admin_log_stays on admin_log', '6db342ac2463c734152cb1f844f795c7'),
      ('trigger begin_to_see on profiles_private', '142b2541d0dd23d0a678a02541d9302e'),
      ('trigger begin_turn on groups', '15990d3bd6d1ccf38f159477001214a1'),
      ('trigger count_groups on groups', '4767b2401b267dd99131a3588a7b548f'),
      ('trigger count_new_question on assistant_ledger', '8b8153179938d73c74a40c3cbc2cbe14'),
      ('trigger count_question on assistant_ledger', '5be2b40fa959ec78140fad92c146c988'),
      ('trigger creator_is_admin on groups', 'f5ac58eb13df04cd5a9793011b1d1bd4'),
      ('trigger date_attendee on event_attendees', '1171527eb72c010817e30285923a7702'),
      ('trigger date_attendees on local_events', '2e768e6b07b4076ff3d3adc80233283e'),
      ('trigger doubt_new_sentences on assistant_sentences', '5a40817b1e5e12c607d7dcfe796aff74'),
      ('trigger event_attendee_came on event_attendees', 'fa93bc3ff15a3d59832f13c3ffcc32a8'),
      ('trigger event_attendee_went on event_attendees', '9d338773e1660a975a579bdf99c63471'),
      ('trigger forget_attended on local_events', '50561e28b1f31e612100706f0ae9006d'),
      ('trigger forget_attended_with_event on local_events', 'c4ebee1563024c3fe3205e0c5fc73d0e'),
      ('trigger forget_topic on local_events', '34f3e81104b0f24eb1b82106ab0e659d'),
      ('trigger forget_topic on profiles', 'da97eb58588f260c3212576b9f231bfa'),
      ('trigger group_member_came on group_members', 'b5d5ec4bcdb8e9f0b4a7dc6b53637128'),
      ('trigger group_member_went on group_members', 'b5436529baaf7172e4edca9383f6755d'),
      ('trigger hold_events on user', '9c33403b9fd60f044e4c54b697219680'),
      ('trigger hold_kin on user', 'b2828c9ad6e5693b86bda4d8bf5e98d6'),
      ('trigger hold_name on profiles', '1ed9e93369460876a1bf4235bc15c749'),
      ('trigger hold_name on taken_sign_ups', 'ed8555a433983f9a92e6233fcab02de5'),
      ('trigger id_is_new on comments', '8cfb062a0a597998ba5daa0511b2d7bb'),
      ('trigger id_is_new on event_comments', '97d78b95330312bc15fa2d62267f1a95'),
      ('trigger id_is_new on group_messages', '6cfcd385233c894074e3f8945cd8dbaf'),
      ('trigger id_is_new on pod_messages', '4ad5a0dfa226592204e295084ba9cdd9'),
      ('trigger id_is_new on posts', '3f7b1cce0a2a26b40e53504bd0c350d7'),
      ('trigger index_post on posts', 'b01c14e0d77ac30d8a14d7db9344a466'),
      ('trigger index_post_again on posts', 'ae6087ba3a0c2251a118405586d5b357'),
      ('trigger index_post_removed on posts', '69d508c67216a7e3efc854adb668f1ca'),
      ('trigger keep_only_cell on local_events', 'fbaa844c7e6afd17bbdeb16dcc4e776d'),
      ('trigger keep_only_cell on profiles_private', '458805f2f5eac9798361bf79936e8810'),
      ('trigger keep_used_id on comments', '1cef02dbac98ad1c10d89e6cc83ca42c'),
      ('trigger keep_used_id on event_comments', '5f2541f52ae7c10ff7248d214bfb6e03'),
      ('trigger keep_used_id on group_messages', '3cef95debdb6b016435333aedbfd9db7'),
      ('trigger keep_used_id on pod_messages', '08c5292674e76778f9d1371aa94f9128'),
      ('trigger keep_used_id on posts', 'cb433b01eb664d16a461109a602757b8'),
      ('trigger kin_came on connections', '760237ee7686361992a8ec35d433e894'),
      ('trigger kin_changed on connections', 'dd3a83d94756e3fb25b422ed624a832e'),
      ('trigger kin_went on connections', 'd66a67c91cb996b24c681ed25155cd3d'),
      ('trigger know_post_author on assistant_sentences', 'f99bff89445e2e90a5924c49158af64f'),
      ('trigger local_cell_came on profiles_private', '2883ace4a5acde04982e5ec2f8b41acc'),
      ('trigger local_cell_changed on profiles_private', '083930b93af6c571aaf4e9e74e1c9d7e'),
      ('trigger local_cell_went on profiles_private', 'd156fa87b3fba1e2d259edc1d2f5f98a'),
      ('trigger look_at_word on reserved_words', '2eb7d9288a0f2551d88523364d5a42c4'),
      ('trigger mark_administrator on profiles_private', '74b857884401f529b3eae8b74fdb966a'),
      ('trigger may_come on group_members', '5907f4a4e379843caf5a06baf319faa6'),
      ('trigger may_come on pod_members', 'f42926da8288ad8842d25528c3fb7630'),
      ('trigger may_come_back on pod_members', '19f5955358fc2968c19e838b3f68013a'),
      ('trigger mind_display_name on profiles', 'e45b678edcee2adacc1837c941e0e084'),
      ('trigger mind_display_name_anew on profiles', '86f5a607aae7550788598704f61e915a'),
      ('trigger mind_name on group_creation_requests', '17b1186fa2c5c048debc437d74276ef4'),
      ('trigger mind_name on groups', 'c81f40d4f1b708e0d548a362bf449d13'),
      ('trigger mind_name on pods', 'f3829b3e2f61c0b9fda13480f2b6b54f'),
      ('trigger mind_name_anew on groups', 'e9f479bf9332c5f0a6b94bc3fe5756c5'),
      ('trigger mind_name_anew on pods', '90c65a0a8d612843d7d5ee5fcf3edc27'),
      ('trigger name_post_author on comments', 'cd8c299750c11fa27e42031f2adb3b38'),
      ('trigger nobody_comes_back on session', '0c086885a33b45d8ad520e8cf1162abc'),
      ('trigger note_words on posts', '54227292013e52700b9f65ef86cb6a96'),
      ('trigger note_words_again on posts', '47389ac6c67a27e0b01b21bfe4b19835'),
      ('trigger open_comment on comments', 'c00a84014689e86a416c4d91f754084a'),
      ('trigger open_new_post on posts', 'cf801c97209d3303d2ea7fbccce9f9ec'),
      ('trigger pod_member_came on pod_members', 'd04c6749f8cafb980db1dec8f586bed8'),
      ('trigger pod_member_changed on pod_members', 'cf856680703bce6e02fa56f69596cb79'),
      ('trigger pod_member_went on pod_members', '5777218ec161cad0261867869f167bfd'),
      ('trigger poll_is_whole on poll_options', 'bcea311d783ccf4c3c8cc34338aaebaf'),
      ('trigger poll_is_whole on posts', '2e42ea724ee8c774776879e60bd49a84'),
      ('trigger profiles_of_new_user on user', '0dded5ffb2b8a1ea0d50885b3d6f8afa'),
      ('trigger retrieval_turned on posts', 'aa846f5ef057d92bd7621fa94015d766'),
      ('trigger session_ended on session', 'a19e15cef8433ce2dc57097d9606a517'),
      ('trigger shuts_out on group_members', 'f62a95085a08c78bda240c61726ab867'),
      ('trigger shuts_out on pod_members', '3fc5ecb97bdf43836a5b62ccd554afef'),
      ('trigger shuts_out_changed on groups', 'fe2f6ab6e00e0dc2c74a5dc1860de2f4'),
      ('trigger shuts_out_changed on pod_members', 'ffaefd94a46a411fd434ffdb0d57b70e'),
      ('trigger shuts_out_changed on pods', 'f19ae814c1b94bfb35be517f678197e5'),
      ('trigger stays_nobody on profiles', '6afae82a6508f944a28508584d151430'),
      ('trigger stays_nobody on profiles_private', 'c679f96a84b0e51cf29b817cb7882bef'),
      ('trigger suspended_is_out on session', 'f09d72478f3967277284ed3933ec96d5'),
      ('trigger take_name on groups', '41644b43eadce4b8092ab7361b729667'),
      ('trigger take_name on pods', 'd9a93831f4038f92e6cc62657f5c16e3'),
      ('trigger take_name_anew on groups', 'f2f5ee5a75811e8bb82516ce91e41f6f'),
      ('trigger take_name_anew on pods', 'c9b089d31f25c3fb5d87a4ac328d641e'),
      ('trigger time_event on local_events', '445d83cb7782ff5628b4eac67a01dc31'),
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
      ('trigger with_comments on posts', 'e5cc93dd2a637b4cfddb8f549f1cbf01'),
      ('trigger with_mark on user', 'a71d132cc0c386dfaf6a743ab1973953'),
      ('trigger with_mark_anew on user', 'fe9b8278d35ff39aea6d36ac01e3f51d')
    ) triggers) made (name, hash);
