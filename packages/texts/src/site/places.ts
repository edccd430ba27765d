/** Where traffic can leave. */
export const placesTexts = {
  title: 'Locations',
  description: 'Every country and city you can connect to with Comet, on a map and by country.',
  headline: '{countries} countries, {cities} cities',
  explanation:
    'Our server and exit locations. Live status is on the status page and in the app. Every location is physically where it says it is.',
  mapLabel: 'A world map with every country that has a location lit up. They are listed below.',
  listHeading: 'By country',
  cities: { one: '1 city', other: '{count} cities' },
  country: {
    title: 'VPN in {country}',
    description:
      'Browse from {country}: {cities}. WireGuard and OpenVPN, no connection log, and prices up front.',
    headline: 'Browse from {country}',
    explanation: 'Connect through {cities}. Websites see a local visitor.',
    mapLabel: 'A world map with {country} lit up.',
    placesHeading: 'Locations',
    connect: 'From a terminal',
    types: {
      standard: 'Data center, unmetered',
      native_residential: 'Homes, metered',
      residential: 'Shared residential IPs',
      dedicated: 'Dedicated IPs',
      dedicated_residential: 'Dedicated residential IPs',
      company: 'For companies',
      specialty: 'Specialty',
    },
    otherHeading: 'Other countries',
    homes: 'Homes in {country}',
    homesExplanation:
      'Homes come and go. The app always knows which are available: it shows only the ones online.',
  },
} as const;
