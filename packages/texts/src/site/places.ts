/** Where traffic can leave. */
export const placesTexts = {
  title: 'Locations',
  description:
    'Every country and city where Comet lets your traffic out, on a map and by country, with what is there.',
  headline: '{countries} countries, {cities} cities',
  explanation:
    'Where gateways and exits of ours join. Which of them answer at this moment is on the status page, and in the app. None pretends to be elsewhere.',
  mapLabel: 'A map of the world; countries with a location are lit. They are listed below.',
  listHeading: 'By country',
  cities: { one: '1 city', other: '{count} cities' },
  country: {
    title: 'VPN in {country}',
    description:
      'Be seen in {country}: {cities}. WireGuard and OpenVPN, no connection log, and prices up front.',
    headline: 'Seen in {country}',
    explanation: 'Your traffic leaves from {cities}. To a page you look like somebody who is there.',
    mapLabel: 'A map of the world in which {country} is lit.',
    placesHeading: 'Places',
    connect: 'From a terminal',
    types: {
      standard: 'Datacentre, unmetered',
      native_residential: 'Homes, metered',
      residential: 'Residential addresses, shared',
      dedicated: 'Dedicated addresses',
      dedicated_residential: 'Dedicated residential addresses',
      company: 'For companies',
      specialty: 'For a purpose',
    },
    otherHeading: 'Other countries',
    homes: 'Homes in {country}',
    homesExplanation:
      'Whether a home is live at this moment is for the app to say: it lists those alone that answer.',
  },
} as const;
