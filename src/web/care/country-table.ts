/** Time zones and emergency numbers by country. */

/** The beginning of a name if it ends with a slash, otherwise the whole name; old names too, as browsers report them. */
export const ZONES: Record<string, readonly string[]> = {
  GB: ['Europe/London', 'Europe/Belfast', 'Europe/Jersey', 'Europe/Guernsey', 'Europe/Isle_of_Man', 'GB', 'GB-Eire'],
  IE: ['Europe/Dublin', 'Eire'],
  DE: ['Europe/Berlin', 'Europe/Busingen'],
  AT: ['Europe/Vienna'],
  CH: ['Europe/Zurich'],
  LI: ['Europe/Vaduz'],
  FR: ['Europe/Paris', 'Indian/Reunion', 'America/Guadeloupe', 'America/Martinique', 'America/Cayenne'],
  BE: ['Europe/Brussels'],
  NL: ['Europe/Amsterdam'],
  LU: ['Europe/Luxembourg'],
  ES: ['Europe/Madrid', 'Atlantic/Canary', 'Africa/Ceuta'],
  PT: ['Europe/Lisbon', 'Atlantic/Madeira', 'Atlantic/Azores', 'Portugal'],
  IT: ['Europe/Rome'],
  PL: ['Europe/Warsaw', 'Poland'],
  CZ: ['Europe/Prague'],
  SK: ['Europe/Bratislava'],
  HU: ['Europe/Budapest'],
  SI: ['Europe/Ljubljana'],
  HR: ['Europe/Zagreb'],
  BA: ['Europe/Sarajevo'],
  RS: ['Europe/Belgrade'],
  ME: ['Europe/Podgorica'],
  MK: ['Europe/Skopje'],
  AL: ['Europe/Tirane'],
  GR: ['Europe/Athens'],
  CY: ['Asia/Nicosia', 'Europe/Nicosia', 'Asia/Famagusta'],
  BG: ['Europe/Sofia'],
  RO: ['Europe/Bucharest'],
  MD: ['Europe/Chisinau', 'Europe/Tiraspol'],
  UA: ['Europe/Kyiv', 'Europe/Kiev', 'Europe/Uzhgorod', 'Europe/Zaporozhye'],
  DK: ['Europe/Copenhagen'],
  SE: ['Europe/Stockholm'],
  NO: ['Europe/Oslo', 'Arctic/Longyearbyen'],
  FI: ['Europe/Helsinki', 'Europe/Mariehamn'],
  IS: ['Atlantic/Reykjavik', 'Iceland'],
  FO: ['Atlantic/Faroe', 'Atlantic/Faeroe'],
  EE: ['Europe/Tallinn'],
  LV: ['Europe/Riga'],
  LT: ['Europe/Vilnius'],
  MT: ['Europe/Malta'],
  AD: ['Europe/Andorra'],
  MC: ['Europe/Monaco'],
  SM: ['Europe/San_Marino'],
  VA: ['Europe/Vatican'],
  GI: ['Europe/Gibraltar'],
  TR: ['Europe/Istanbul', 'Asia/Istanbul', 'Turkey'],
  AU: ['Australia/'],
  NZ: ['Pacific/Auckland', 'Pacific/Chatham', 'NZ', 'NZ-CHAT'],
  IN: ['Asia/Kolkata', 'Asia/Calcutta'],
  ZA: ['Africa/Johannesburg'],
  KE: ['Africa/Nairobi'],
  NG: ['Africa/Lagos'],
  PH: ['Asia/Manila'],
  SG: ['Asia/Singapore', 'Singapore'],
  HK: ['Asia/Hong_Kong', 'Hongkong'],
  MY: ['Asia/Kuala_Lumpur', 'Asia/Kuching'],
  MX: [
    ...['America/Mexico_City', 'America/Cancun', 'America/Merida', 'America/Monterrey', 'America/Matamoros'],
    ...['America/Chihuahua', 'America/Ciudad_Juarez', 'America/Ojinaga', 'America/Mazatlan', 'America/Hermosillo'],
    ...['America/Bahia_Banderas', 'America/Tijuana', 'America/Ensenada', 'America/Santa_Isabel', 'Mexico/'],
  ],
  CA: [
    ...['America/Toronto', 'America/Vancouver', 'America/Edmonton', 'America/Winnipeg', 'America/Halifax'],
    ...['America/Regina', 'America/St_Johns', 'America/Moncton', 'America/Whitehorse', 'America/Yellowknife'],
    ...['America/Iqaluit', 'America/Montreal', 'America/Glace_Bay', 'America/Goose_Bay', 'America/Dawson', 'Canada/'],
    ...['America/Dawson_Creek', 'America/Fort_Nelson', 'America/Creston', 'America/Inuvik', 'America/Cambridge_Bay'],
    ...['America/Swift_Current', 'America/Rankin_Inlet', 'America/Resolute', 'America/Pangnirtung', 'America/Nipigon'],
    ...['America/Thunder_Bay', 'America/Rainy_River', 'America/Atikokan', 'America/Blanc-Sablon'],
  ],
  US: [
    ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix'],
    ...['America/Anchorage', 'America/Detroit', 'America/Boise', 'America/Juneau', 'America/Indiana/'],
    ...['America/Indianapolis', 'America/Kentucky/', 'America/North_Dakota/', 'America/Menominee', 'America/Nome'],
    ...['America/Sitka', 'America/Adak', 'America/Yakutat', 'America/Metlakatla', 'America/Louisville', 'US/'],
    ...['America/Fort_Wayne', 'America/Knox_IN', 'America/Shiprock', 'America/Atka', 'Pacific/Honolulu'],
    ...['Pacific/Guam', 'America/Puerto_Rico'],
  ],
}

const each = (number: string, countries: string) =>
  Object.fromEntries(countries.split(' ').map((country) => [country, number]))

/** One number for police, ambulance and fire. A country with several of them is left out: there the words are general. */
export const EMERGENCY: Record<string, string> = {
  ...each('999', 'GB HK MY KE'),
  ...each('911', 'US CA MX PH'),
  // the European Union
  ...each('112', 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'),
  // other countries
  ...each('112', 'CH LI NO IS FO AD MC SM VA GI UA MD MK ME AL TR IN ZA NG'),
  ...{ AU: '000', NZ: '111' },
}

/** The countries in which most people speak a language of the panel. */
export const COUNTRIES_OF: Record<'de' | 'es' | 'fr' | 'pl', readonly string[]> = {
  de: ['DE', 'AT', 'CH'],
  es: ['ES'],
  fr: ['FR', 'BE', 'CH', 'CA'],
  pl: ['PL'],
}
