/** The symbol of a party on the route of the user's traffic. */
export type PartyKind = 'you' | 'network' | 'server' | 'home' | 'site';

/** The parties on the route of the user's traffic, and what they can see. */
export interface Party {
  readonly kind: PartyKind;
  readonly name: string;
  /** In a small drawing: one or two words. */
  readonly short: string;
  readonly note?: string;
  /** Whether traffic from here to the next party is outside the tunnel. */
  readonly isOutside?: boolean;
  readonly sees: readonly string[];
  readonly misses: readonly string[];
}

/** The source of the traffic. */
export const you = (name: string, short: string): Party => ({
  kind: 'you',
  name,
  short,
  note: 'Everything is encrypted before it leaves your device.',
  sees: [],
  misses: [],
});

export const server: Party = {
  kind: 'server',
  name: 'Our server',
  short: 'Server',
  sees: ['Your IP address, in memory only', 'Where your traffic goes, unrecorded'],
  misses: ['Your name, email or payment', 'What’s inside HTTPS'],
};

export const home: Party = {
  kind: 'home',
  name: 'The home',
  short: 'Home',
  sees: ['Where the traffic goes, unrecorded', 'How many bytes it carried each day'],
  misses: ['Your IP address, name or account', 'What’s inside HTTPS'],
};

/** The frame of a drawing of what each party can see. */
export const whoSeesWhatTexts = {
  heading: 'Who sees what',
  sees: 'Sees',
  misses: 'Doesn’t see',
  inside: 'In the tunnel, encrypted',
  outside: 'Outside, like any visit',
  route: 'From {names}',
  stop: ' to ',
} as const;
