/** The page of a country: by its name, which people read in an address. */
export function countryPath({ name }: { readonly name: string }): string {
  return `/locations/${countrySlug(name)}/`;
}

/** `Côte d’Ivoire` → `cote-d-ivoire`. */
export function countrySlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
