package io.racedet.runtime;

import java.io.FileDescriptor;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.MappedByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Of which file a descriptor is, or memory into which one is mapped: they know nothing of its name.
 * What has been opened outside of a recording is not known. Thread-safe.
 */
final class OpenedFiles {
  private final Map<Key, int[]> files = new HashMap<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  /** Compares by identity: buffers with the same content are equal. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object opened, ReferenceQueue<Object> queue) {
      super(opened, queue);
      hash = System.identityHashCode(opened);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      Object mine = get();
      return this == other || mine != null && other instanceof Key key && key.get() == mine;
    }
  }

  /** Whether an object, or null, is of a kind that is known here. */
  static boolean mayBe(Object object) {
    return object instanceof FileDescriptor || object instanceof MappedByteBuffer;
  }

  /** Keeps the number of the file that such an object is of. */
  synchronized void keep(Object opened, int file) {
    for (Reference<?> dead = collected.poll(); dead != null; dead = collected.poll()) {
      files.remove(dead);
    }
    files.put(new Key(opened, collected), new int[] {file});
  }

  /** The number of the file; that of another process, which may be any, if it is not known. */
  synchronized int of(Object opened) {
    int[] file = files.get(new Key(opened, null));
    return file == null ? Files.OF_OTHER_PROCESSES : file[0];
  }
}
