package io.racedet.runtime.spans;

import io.racedet.runtime.log.Grown;

/**
 * What a recording knows of the instructions that access data in its scope. Of all others every
 * access is recorded. Thread-safe; a lookup takes no lock.
 */
public final class AccessSites {
  /** Nothing is known of the instruction. */
  public static final int UNKNOWN = 0;

  /** The instruction accesses data. */
  public static final int KNOWN = 1;

  /** The instruction writes, if the record does not say otherwise. */
  public static final int WRITES = 2;

  /** The method of the instruction has others whose accesses it covers, and that have no hooks. */
  public static final int COVERS = 4;

  private static final int LEFT_OUT = 8;
  private static final int FIRST_LENGTH = 1024;

  private volatile byte[] sites = new byte[FIRST_LENGTH];
  private volatile int[] hashes = new int[FIRST_LENGTH];
  private boolean hasLeftOut; // since the recording began

  /**
   * Adds an instruction, before its code runs or while it does; its hash is the same in every JVM.
   */
  public synchronized void add(int site, boolean writes, boolean covers, int hash) {
    byte[] target = sites;
    addHash(site, hash);
    if (site >= target.length) {
      target = Grown.copy(target, new byte[Math.max(site + 1, 2 * target.length)]);
    }
    target[site] = (byte) (KNOWN | (writes ? WRITES : 0) | (covers ? COVERS : 0));
    sites = target;
  }

  private void addHash(int site, int hash) {
    int[] target = hashes;
    if (site >= target.length) {
      target = Grown.copy(target, new int[Math.max(site + 1, 2 * target.length)]);
    }
    target[site] = hash;
    hashes = target;
  }

  /**
   * A number that stands for an instruction in every JVM; 0 if it is not known, as no negative one
   * is.
   */
  public int hash(int site) {
    int[] known = hashes;
    return site >= 0 && site < known.length ? known[site] : 0;
  }

  /**
   * What is known of an instruction, which may be negative: {@link #UNKNOWN}, or {@link #KNOWN} and
   * possibly {@link #WRITES} and {@link #COVERS}.
   */
  public int of(int site) {
    byte[] known = sites;
    return site >= 0 && site < known.length ? known[site] & ~LEFT_OUT : UNKNOWN;
  }

  /** An access of the instruction was left out of the recording. */
  public void leaveOut(int site) {
    byte[] known = sites;
    if ((known[site] & LEFT_OUT) == 0) {
      known[site] |= LEFT_OUT;
      hasLeftOut = true;
    }
  }

  /** Whether an access was left out of a recording since the instruction was last added. */
  public boolean isLeftOut(int site) {
    byte[] known = sites;
    return site < known.length && (known[site] & LEFT_OUT) != 0;
  }

  /** A new recording begins: no access was left out of it yet. */
  public synchronized void forgetLeftOut() {
    byte[] known = sites;
    for (int site = 0; site < known.length && hasLeftOut; site++) {
      known[site] &= ~LEFT_OUT;
    }
    hasLeftOut = false;
  }

  /** How many instructions there can be: all known ones have smaller ids. */
  public int length() {
    return sites.length;
  }
}
