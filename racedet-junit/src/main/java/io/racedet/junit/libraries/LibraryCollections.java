package io.racedet.junit.libraries;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The collections of common libraries, which need a lock where several threads use them, as those
 * of the JDK do. Their accesses to their own fields and arrays are recorded as accesses of the code
 * under test that calls them.
 *
 * <p>Not among them are immutable and concurrent ones, some of whose accesses race by design, and
 * Guava's networks: who reads one keeps what it has found there, without synchronisation.
 */
public final class LibraryCollections {
  /**
   * A package or class.
   *
   * @param prefix of the internal names of its classes
   * @param others what is not a collection, or is safe, by what comes after the prefix
   */
  private record Library(String prefix, Pattern others) {
    static Library of(String prefix, String others) {
      return new Library(prefix, Pattern.compile(others));
    }

    boolean isOf(String name) {
      return name.startsWith(prefix);
    }

    boolean contains(String name) {
      return isOf(name) && !others.matcher(name.substring(prefix.length())).lookingAt();
    }
  }

  private static final String NOTHING = "(?!)";

  private static final List<Library> LIBRARIES =
      List.of(
          Library.of("kotlin/collections/", NOTHING),
          Library.of("kotlin/UnsafeLazyImpl", NOTHING),
          Library.of(
              "com/google/common/collect/",
              "(?!Immutable\\w*\\$\\w*Builder(?:Impl)?$)"
                  + "(?:.*Immutable|.*Contiguous|Concurrent|Computing|.*MapMaker|Interner)"),
          Library.of("com/google/common/graph/", ".*Network|Immutable(?!\\w*\\$Builder)"),
          Library.of("com/google/common/primitives/Immutable", "\\w+$"),
          Library.of("com/google/common/reflect/MutableTypeToInstanceMap", NOTHING),
          Library.of("it/unimi/dsi/fastutil/", "io/"),
          Library.of(
              "org/eclipse/collections/impl/", ".*[iI]mmutable|.*Concurrent|(?:.*/)?parallel/"),
          Library.of("org/agrona/collections/", NOTHING),
          Library.of("org/agrona/ExpandableRingBuffer", NOTHING),
          Library.of("com/carrotsearch/hppc/", NOTHING),
          Library.of("io/netty/util/collection/", NOTHING),
          Library.of(
              "org/apache/commons/collections4/",
              "map/(?:StaticBucket|Concurrent)|comparators/|functors/(?!UniquePredicate)"
                  + "|trie/AbstractPatriciaTrie\\$(?:Prefix)?Range"));

  /* Packages of interfaces only, by which collections are called. */
  private static final List<String> INTERFACES =
      List.of("kotlin/Lazy", "org/eclipse/collections/api/");

  /* What classes of other libraries are that hold elements, as the last word of their names says. */
  private static final Set<String> KINDS =
      Set.of(
          "List", "Set", "Map", "Queue", "Deque", "Stack", "Bag", "Heap", "Table", "Trie", "Vector",
          "Graph");

  /* Written where a collection is only read: the seed with which HPPC shuffles what it iterates over,
   * the statistics of Agrona's caches, the hash and the count of bits that Commons keeps, and what
   * a view of Guava looks up again. */
  private static final Set<String> UPDATED_BY_READERS =
      Set.of(
          "iterationSeed",
          "cacheHits",
          "cacheMisses",
          "hashcodeValue",
          "hashCodeValue",
          "cardinality of org/apache/commons/collections4/bloomfilter/SimpleBloomFilter",
          "delegate of com/google/common/collect/AbstractMapBasedMultimap$WrappedCollection",
          "backingRowMap of com/google/common/collect/StandardTable$Row");

  private LibraryCollections() {}

  /** Whether a class, by its internal name, is such a collection or a part of one. */
  public static boolean contains(String name) {
    for (Library library : LIBRARIES) {
      if (library.contains(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether calls of the methods of a class, by its internal name, may be of such a collection. */
  public static boolean areCalledBy(String name) {
    return contains(name) || INTERFACES.stream().anyMatch(name::startsWith);
  }

  /**
   * Whether a class, by its internal name, is not of a library of which something is known here.
   */
  public static boolean isOfUnknownLibrary(String name) {
    return LIBRARIES.stream().noneMatch(library -> library.isOf(name));
  }

  /** Whether a class, by its internal name, holds elements as far as that tells. */
  public static boolean isNamedAsOne(String name) {
    return KINDS.contains(lastWord(name));
  }

  private static String lastWord(String name) {
    int simple = Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1;
    int word = name.length() - 1;
    while (word > simple && !Character.isUpperCase(name.charAt(word))) {
      word--;
    }
    return name.substring(Math.max(word, simple));
  }

  /** Whether threads that only read a collection may write one of its fields. */
  public static boolean areReadersWriting(String owner, String field) {
    return UPDATED_BY_READERS.contains(field)
        || UPDATED_BY_READERS.contains(field + " of " + owner);
  }
}
