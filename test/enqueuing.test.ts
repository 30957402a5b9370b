/** Enqueuing jobs. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob, addJobs, NOTICE_JOB } from '#server/kernel/jobs/queue.ts'
import { makeWorld } from './world.ts'

const { db } = await makeWorld()

test('many jobs are enqueued in their order, with the same attempts, priority and queue', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `file-${n}`)
  await addJobs(
    db,
    'unstore',
    names.map((name) => ({ name })),
    { ...NOTICE_JOB, queue: 'one' },
  )
  await addJob(db, 'unstore', { name: 'alone' })
  await addJobs(db, 'unstore', [])
  const { rows } = await sql<{ name: string }>`
    select j.payload ->> 'name' as name, j.max_attempts, j.priority, q.queue_name, j.run_at <= now() as is_due
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where t.identifier = 'unstore' order by j.id`.execute(db)
  const common = { max_attempts: 14, is_due: true }
  expect(rows).toEqual([
    ...names.map((name) => ({ name, priority: 10, queue_name: 'one', ...common })),
    { name: 'alone', priority: 0, queue_name: null, ...common },
  ])
})
