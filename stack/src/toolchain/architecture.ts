/** Architectures of packages and images, as Node names them. */
export type Architecture = 'x64' | 'arm64';

/** Names of each architecture: of Debian and Go, of Rust's targets, and of the prefix of GNU tools. */
export const ARCHITECTURES = {
  x64: { debian: 'amd64', rust: 'x86_64-unknown-linux-gnu', gnu: 'x86_64-linux-gnu' },
  arm64: { debian: 'arm64', rust: 'aarch64-unknown-linux-gnu', gnu: 'aarch64-linux-gnu' },
} as const;

/** The architecture of this machine. */
export const thisArchitecture: Architecture = process.arch === 'arm64' ? 'arm64' : 'x64';

/** Returns the architecture with this name of Debian, or null. */
export function architectureNamed(name: string): Architecture | null {
  if (name === ARCHITECTURES.x64.debian) return 'x64';
  return name === ARCHITECTURES.arm64.debian ? 'arm64' : null;
}
