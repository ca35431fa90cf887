package io.racedet.runtime;

/** The access by way of a VarHandle or an offset that a thread is at. Belongs to one thread. */
final class AtomicAccess {
  /* What an access does, as flags. */
  static final int READS = 1;
  static final int WRITES = 2;
  static final int ONLY_ON_SUCCESS = 4;
  static final int ACQUIRES = 8;
  static final int RELEASES = 16;
  static final int PLAIN = 32;

  private final ThreadBuffer b;
  private boolean underWay;
  private boolean linking;
  private int token = Hooks.NOTHING_HELD;
  private Object owner;
  private int key;
  private boolean element;
  private boolean isVolatile;
  private int flags;
  private int site;

  AtomicAccess(ThreadBuffer b) {
    this.b = b;
  }

  /** An access of a field is about to happen; owner null for a static one. */
  void ofField(Object object, FieldIds.Located field, int accessFlags, int accessSite) {
    begin(object, field.id(), accessFlags, accessSite);
    element = false;
    isVolatile = field.isVolatile;
  }

  /** An access of an array element is about to happen. */
  void ofElement(Object array, int index, int accessFlags, int accessSite) {
    begin(array, index, accessFlags, accessSite);
    element = true;
    isVolatile = false;
  }

  private void begin(Object object, int accessKey, int accessFlags, int accessSite) {
    cancel();
    owner = object;
    key = accessKey;
    flags = accessFlags;
    site = accessSite;
    underWay = true;
    if ((accessFlags & PLAIN) == 0) {
      b.session.syncPoint(b);
    }
  }

  /**
   * The access cannot keep others waiting, since it runs code of the JDK. Whoever sees what it
   * writes must have it before, and what it reads is there after.
   */
  void letGo() {
    b.calls.beginAtomic();
    linking = true;
    if ((flags & WRITES) != 0) {
      record(true, (flags & RELEASES) != 0);
    }
  }

  /** Has everybody else wait: the access can neither run other code nor, if all is right, throw. */
  void hold() {
    token = b.session.hold(b, owner, key, site);
  }

  /** The access that was about to happen has thrown. */
  void cancel() {
    Hooks.after(token);
    token = Hooks.NOTHING_HELD;
    underWay = false;
    owner = null;
    if (linking) {
      linking = false;
      b.calls.endAtomic();
    }
  }

  /** The access has happened. */
  void end(boolean success) {
    if (underWay) {
      boolean writes = (flags & WRITES) != 0 && (success || (flags & ONLY_ON_SUCCESS) == 0);
      if ((flags & READS) != 0) {
        record(false, (flags & ACQUIRES) != 0);
      }
      if (writes && !linking) {
        record(true, (flags & RELEASES) != 0);
      }
    }
    cancel();
  }

  private void record(boolean write, boolean orders) {
    int plainness = (flags & PLAIN) != 0 ? 0 : 2;
    if (!isVolatile) {
      int kind = element ? Layout.ELEMENT_WITH_OP : Layout.FIELD_WITH_OP;
      access(kind + plainness + (write ? 1 : 0));
    }
    if (orders) {
      int op = write ? OpCodes.SYNC_WRITE : OpCodes.SYNC_READ;
      int aspect = element ? Aspects.INDEX : Aspects.FIELD;
      b.session.sync(b, op, aspect, owner, key, site);
    }
  }

  private void access(int kind) {
    if (token >= 0) {
      b.session.accessHeld(b, kind, owner, key, site);
    } else {
      Hooks.after(b.session.access(b, kind, owner, key, site));
    }
  }
}
