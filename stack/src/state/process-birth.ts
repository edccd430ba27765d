import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * When a process was born, in the kernel's own words: boot id and start time in clock ticks since boot, field 22 of
 * /proc/PID/stat (proc_pid_stat(5)). A pid that is used again has another birth. Null for a dead process.
 */
export function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything, so the fields are counted from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19] ?? ''}`;
  } catch {
    return null;
  }
}

/** Ends a process that may have been replaced by another since its pid was noted: SIGTERM, then SIGKILL after `grace` ms. */
export async function endProcess(pid: number, birth: string, grace: number): Promise<void> {
  if (birthOf(pid) !== birth) return;
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; waited < grace; waited += 20) {
    await sleep(20);
    if (birthOf(pid) !== birth) return;
  }
  if (birthOf(pid) === birth) process.kill(pid, 'SIGKILL');
  while (birthOf(pid) === birth) await sleep(10);
}
