package io.racedet.engine.order;

/**
 * The sections that a thread is in at some time, the one entered last first. Never changes, so that
 * accesses can refer to it.
 *
 * @param innermost the section entered last
 * @param others those entered before it, or null
 */
record HeldSections(OpenSection innermost, HeldSections others) {
  /** The section of a lock in a mode, which is among them. */
  OpenSection find(int lock, boolean shared) {
    HeldSections at = this;
    while (at.innermost.lock != lock || at.innermost.shared != shared) {
      at = at.others;
    }
    return at.innermost;
  }

  /** All but one, which is among them; null if that leaves none. */
  HeldSections without(OpenSection section) {
    return innermost == section ? others : new HeldSections(innermost, others.without(section));
  }
}
