package io.racedet.engine.order;

/**
 * The open critical sections of a thread at some time, the innermost first. Immutable, so that
 * accesses can refer to it.
 *
 * @param others those entered before it, or null
 */
record HeldSections(OpenSection innermost, HeldSections others) {
  /** The section of a lock in a mode, which must be among them. */
  OpenSection find(int lock, boolean shared) {
    HeldSections at = this;
    while (at.innermost.lock != lock || at.innermost.shared != shared) {
      at = at.others;
    }
    return at.innermost;
  }

  /** All except one, which must be among them; null for none. */
  HeldSections without(OpenSection section) {
    return innermost == section ? others : new HeldSections(innermost, others.without(section));
  }
}
