import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DISK_BYTES = 16 * 2 ** 20;
const MEMORY_BYTES = DISK_BYTES + 2 ** 20;

/**
 * An ext4 file system in a file, which can fail like a disk. The file is in memory that can be full, and then Linux
 * answers EIO. Needs root, a loop device and e2fsprogs.
 */
export class MountedDisk {
  readonly folder: string;
  readonly #memory: string;
  readonly #image: string;
  readonly #kept: string;

  private constructor(parent: string) {
    this.folder = join(parent, 'disk');
    this.#memory = join(parent, 'memory');
    this.#image = join(this.#memory, 'image');
    this.#kept = join(parent, 'kept.image');
  }

  /** Mounts a new one in a folder. @throws {Error} if this machine or container does not permit it. */
  static create(parent: string): MountedDisk {
    const disk = new MountedDisk(parent);
    mkdirSync(disk.folder);
    mkdirSync(disk.#memory);
    run('mount', '-t', 'tmpfs', '-o', `size=${MEMORY_BYTES}`, 'tmpfs', disk.#memory);
    writeFileSync(disk.#image, '');
    truncateSync(disk.#image, DISK_BYTES);
    run('mkfs.ext4', '-q', disk.#image);
    disk.mount();
    return disk;
  }

  mount(): void {
    run('mount', '-o', 'loop,errors=remount-ro', this.#image, this.folder);
  }

  unmount(): void {
    run('umount', this.folder);
  }

  /** Repairs the file system, which is not mounted, as at a start of the machine. */
  repair(): void {
    // 1: errors were corrected.
    run('sh', '-c', `e2fsck -fy ${this.#image} || [ $? -eq 1 ]`);
  }

  /** Makes the file system read-only, as the kernel does after an error of the disk. */
  failReadOnly(): void {
    const device = run('findmnt', '-no', 'SOURCE', this.folder).trim().replace('/dev/', '');
    writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1');
  }

  /** Makes every write to the disk fail with EIO. Returns a function that restores what the disk had. */
  failWrites(): () => void {
    run('sync', '-f', this.folder);
    copyFileSync(this.#image, this.#kept);
    truncateSync(this.#image, 0);
    truncateSync(this.#image, DISK_BYTES);
    const filler = join(this.#memory, 'filler');
    run('sh', '-c', `dd if=/dev/zero of=${filler} bs=64k 2>/dev/null || true`);
    return () => {
      rmSync(filler);
      copyFileSync(this.#kept, this.#image);
    };
  }

  remove(): void {
    for (const folder of [this.folder, this.#memory]) {
      run('sh', '-c', `umount ${folder} 2>/dev/null || true`);
    }
  }
}

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
