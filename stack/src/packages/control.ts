const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Debian's name of an architecture, from Node's. Throws for one that our packages are not made for. */
export function debianArchitecture(arch: string): string {
  const name = ARCHITECTURES[arch];
  if (name === undefined) throw new Error(`no packages for ${arch}`);
  return name;
}

/** What of a package's control file is known only when it is built; `kibibytes` is its size once installed. */
export interface Built {
  readonly version: string;
  readonly architecture: string;
  readonly kibibytes: number;
}

/**
 * A package's control file (deb-control(5)): what the template says, and what the build adds, put before its description. Throws where
 * the template has one of these itself, or no description at its end.
 */
export function writeControl(template: string, built: Built): string {
  const [, head, description] = /^([^]*\n)(Description: [^\n]+\n(?: [^\n]+\n)+)$/.exec(template) ?? [];
  if (head === undefined || description === undefined)
    throw new Error('the control file must end with its description');
  if (/^(?:Version|Architecture|Installed-Size):/im.test(head))
    throw new Error('the build adds Version, Architecture and Installed-Size');
  if (!/^\d[A-Za-z0-9.+~-]*$/.test(built.version))
    throw new Error(`no version of Debian's: ${built.version}`);
  if (!head.split('\n').every((line) => line === '' || /^[A-Z][A-Za-z-]*: \S/.test(line)))
    throw new Error('each line of the control file must be a field');
  const added = [
    `Version: ${built.version}`,
    `Architecture: ${built.architecture}`,
    `Installed-Size: ${built.kibibytes}`,
  ];
  return `${head}${added.join('\n')}\n${description}`;
}
