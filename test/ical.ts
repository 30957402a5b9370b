/** Parses calendar files as strictly as a strict reader. */
import ICAL from 'ical.js'

/** Throws if the library does not understand something. Only time zones that the file itself defines are known. */
export function readBack(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = new Map<string, ICAL.Timezone>()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const name = String(zone.getFirstPropertyValue('tzid'))
    if (zones.has(name)) throw new Error(`The file explains ${name} twice`)
    zones.set(name, new ICAL.Timezone(zone))
  }
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const momentOf = (time: ICAL.Time, name: string) => {
      const zone = component.getFirstProperty(name)?.getParameter('tzid')
      const own = zone ? zones.get(String(zone)) : undefined
      if (zone && !own) throw new Error(`The file does not explain ${zone}`)
      const at = time.clone()
      if (own) at.zone = own
      return new Date(at.toUnixTime() * 1000).toISOString()
    }
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      description: event.description,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      wall: event.startDate.toString(),
      zone: component.getFirstProperty('dtstart')?.getParameter('tzid'),
      starts: momentOf(event.startDate, 'dtstart'),
      ends: momentOf(event.endDate, 'dtend'),
    }
  })
}
