/** The names of the metrics, for the program, and for the test of alerts and board. */
export const METRIC_NAMES = [
  'fatherkin_info',
  'fatherkin_requests_total',
  'fatherkin_request_duration_seconds',
  'fatherkin_calls_total',
  'fatherkin_call_duration_seconds',
  'fatherkin_turned_away_total',
  'fatherkin_database_up',
  'fatherkin_database_connections',
  'fatherkin_live_connections',
  'fatherkin_live_topics',
  'fatherkin_jobs',
  'fatherkin_oldest_job_seconds',
  'fatherkin_reader_delay_seconds',
  'fatherkin_mails_total',
  'fatherkin_model_calls_total',
  'fatherkin_model_tokens_total',
] as const
