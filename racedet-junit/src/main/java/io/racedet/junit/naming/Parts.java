package io.racedet.junit.naming;

import java.util.Set;
import net.bytebuddy.jar.asm.Type;

/** What methods of the JDK return that belongs to their object: views of it, and what it holds. */
final class Parts {
  private static final Set<String> VIEWS =
      Set.of(
          "java/util/Collection",
          "java/util/Enumeration",
          "java/util/Iterator",
          "java/util/List",
          "java/util/ListIterator",
          "java/util/NavigableMap",
          "java/util/NavigableSet",
          "java/util/Set",
          "java/util/SortedMap",
          "java/util/SortedSet",
          "java/util/Spliterator",
          "java/util/concurrent/ConcurrentHashMap$KeySetView",
          "java/util/concurrent/locks/Lock",
          "java/util/concurrent/locks/ReadWriteLock",
          "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
          "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock");

  private static final Set<String> HELD =
      Set.of(
          "java/lang/Object", "java/util/Map$Entry", "java/util/concurrent/atomic/AtomicReference");

  private static final Set<String> ITERATORS =
      Set.of(
          "Ljava/util/Enumeration;",
          "Ljava/util/Iterator;",
          "Ljava/util/ListIterator;",
          "Ljava/util/Spliterator;");

  private static final String LOCKS = "Ljava/util/concurrent/locks/";

  private Parts() {}

  /** Whether a reference, by its static type, is to what iterates over another object. */
  static boolean isIterator(String descriptor) {
    return ITERATORS.contains(descriptor);
  }

  /** Whether a reference is to a lock of the JDK, or to a part of one that locks. */
  static boolean isLock(String descriptor) {
    return descriptor.startsWith(LOCKS) && descriptor.endsWith("Lock;");
  }

  /** Where what a call returns is from, given where its receiver is from. */
  static Origin of(Step call, Origin receiver) {
    if (!call.owner().startsWith("java/util/")
        || call.owner().startsWith("java/util/stream/")
        || call.owner().startsWith("java/util/function/")
        || call.name().equals("clone")) {
      return Origin.UNKNOWN;
    }
    Type returned = Type.getReturnType(call.type());
    if (returned.getSort() == Type.OBJECT && VIEWS.contains(returned.getInternalName())) {
      return receiver;
    }
    return returned.getSort() == Type.OBJECT && HELD.contains(returned.getInternalName())
        ? Origin.in(receiver)
        : Origin.UNKNOWN;
  }
}
