/**
 * Makes this page's Intl that of a browser whose system has no time zone: it reports "Etc/Unknown", and throws if it is to format
 * in that zone. The function runs in the page, so it uses nothing from outside.
 */
export function forgetZone(reported: string | undefined = 'Etc/Unknown'): () => void {
  const { DateTimeFormat } = Intl
  const make = (locales?: Intl.LocalesArgument, options: Intl.DateTimeFormatOptions = {}) => {
    if (options.timeZone) return new DateTimeFormat(locales, options)
    const format = new DateTimeFormat(locales, { ...options, timeZone: 'UTC' })
    const resolved = format.resolvedOptions()
    format.resolvedOptions = () => ({ ...resolved, timeZone: reported as string })
    return format
  }
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    apply: (_, __, [locales, options]) => make(locales, options),
    construct: (_, [locales, options]) => make(locales, options),
  })
  return () => {
    Intl.DateTimeFormat = DateTimeFormat
  }
}
