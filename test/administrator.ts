/** For tests of decisions: an administrator, and the case of an item that a member has reported. */
import type { Case, Decision } from '#contract/admin.ts'
import type { ThingKind } from '#contract/thing-words.ts'
import type { Made, Person, World } from './world.ts'

export async function administratorOf(world: World, name = 'chief'): Promise<Person> {
  const person = await world.member({ name })
  await world.db.updateTable('profiles_private').set({ is_admin: true }).where('id', '=', person.id).execute()
  return person
}

export const openCases = async (world: World, admin: Person): Promise<Case[]> =>
  (await world.as(admin).admin.listReports({})).items

/** A member reports it, and the administrator opens the case. */
export async function reported(world: World, admin: Person, by: Person, kind: ThingKind, { id }: Made): Promise<Case> {
  await world.as(by).reports.reportThing({ kind, id, reason: 'unkind' })
  const found = (await openCases(world, admin)).find(({ subject_id }) => subject_id === id)
  if (!found) throw new Error('the report did not come')
  return found
}

/** Reported and decided. */
export async function decided(
  world: World,
  {
    admin,
    by,
    decision,
    reason = 'This hurts others.',
  }: { admin: Person; by: Person; decision: Decision; reason?: string },
  kind: ThingKind,
  thing: Made,
): Promise<Case> {
  const { id } = await reported(world, admin, by, kind, thing)
  return world.as(admin).admin.decideReport({ id, decision, reason })
}
