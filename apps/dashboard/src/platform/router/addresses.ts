/** The ways into an account, and the texts that the query of each may hold. */
interface FirstSearch {
  '/': never;
  '/login': 'redirect' | 'session';
  '/register': 'redirect' | 'session' | 'ref';
  '/reset-password': never;
}

/** The same for what nobody needs an account for. */
interface VisitorSearch {
  '/login/social': 'provider' | 'redirect' | 'opener';
  '/login/social/confirm': 'token';
  '/login/$provider/callback': 'state' | 'code' | 'iss' | 'error';
  '/verify-email/confirm': 'token';
  '/two-factor/confirm': 'token';
  '/reset-password/confirm': 'token';
  '/email/change/confirm': 'token';
  '/account-deleted': 'until' | 'by';
  '/claim-offer': 'code';
  '/switch-account': never;
  '/download-app': never;
  '/404': never;
  '/$': never;
}

/** The same for those that need an account. */
interface UserSearch {
  '/dash': never;
  '/dash/home': never;
  '/dash/devices': never;
  '/dash/download': 'protocol';
  '/dash/quick-login': 'code';
  '/dash/refer-friend': never;
  '/dash/contact-sales': never;
  '/dash/change-plan': 'reason' | 'step';
  '/dash/billing': never;
  '/dash/settings': never;
  '/dash/settings/change-email': never;
  '/dash/settings/change-password': never;
  '/dash/settings/two-factor': never;
  '/dash/delete-account': never;
  '/dash/residential-vpn': never;
  '/dash/residential-vpn/payment': never;
  '/dash/residential-proxy': 'part';
  '/dash/residential-proxy/payment': never;
  '/dash/dedicated': never;
  '/dash/dedicated/payment': never;
  '/dash/dedicated/$id': never;
  '/dash/dedicated/extend/$id': never;
  '/dash/$': never;
  '/payment/subscription': 'plan' | 'coupon' | 'method';
  '/payment/subscription/upgrade': 'plan';
  '/payment/subscription/$id': never;
  '/payment/services': never;
  '/payment/services/$id': never;
}

export type FirstAddress = keyof FirstSearch;
export type VisitorAddress = keyof VisitorSearch;
export type UserAddress = keyof UserSearch;
/** Where a user begins. */
export type HomeAddress = Extract<UserAddress, '/dash' | '/dash/home'>;
export type Address = FirstAddress | VisitorAddress | UserAddress;

/** What the query of an address holds; each text may be absent. */
export type SearchOf<A extends Address> = {
  readonly [Name in (FirstSearch & VisitorSearch & UserSearch)[A]]?: string;
};

/** What stands for the `$name` parts of an address. */
export type ParamsOf<A extends string> = A extends `${infer Before}/$${infer Name}/${infer After}`
  ? ParamsOf<Before> & Record<Name, string> & ParamsOf<`/${After}`>
  : A extends `${string}/$${infer Name}`
    ? Name extends ''
      ? unknown
      : Readonly<Record<Name, string>>
    : unknown;

/** An address as a link names it: with or without the slash at its end, which means the same. */
export type Written = Exclude<Address, '/$' | '/dash/$'> | `${Exclude<Address, '/' | '/$' | '/dash/$'>}/`;
export type Named<W extends Written> = W extends Address
  ? W
  : W extends `${infer A}/`
    ? Extract<A, Address>
    : never;

/** Where something leads: an address of the table with what belongs into it, or one that is already written out. */
export type Target<W extends Written> =
  | ({
      readonly to: W;
      readonly search?: SearchOf<Named<W>>;
      readonly href?: never;
    } & (unknown extends ParamsOf<Named<W>>
      ? { readonly params?: never }
      : { readonly params: ParamsOf<Named<W>> }))
  | { readonly href: string; readonly to?: never; readonly search?: never; readonly params?: never };

/** The address written out. */
export function hrefOf(target: {
  readonly to?: string | undefined;
  readonly href?: string | undefined;
  readonly params?: unknown;
  readonly search?: Readonly<Record<string, string | undefined>> | undefined;
}): string {
  if (target.href !== undefined) return target.href;
  const params = (target.params ?? {}) as Readonly<Record<string, string>>;
  const path = (target.to ?? '').replaceAll(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return path + writeSearch(target.search ?? {});
}

/** A query; what is absent is left out. */
export function writeSearch(search: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** The query of an address as plain texts: a token of digits stays the text it is. What is empty counts as absent. */
export function readSearch(search: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, text]) => text !== ''));
}
