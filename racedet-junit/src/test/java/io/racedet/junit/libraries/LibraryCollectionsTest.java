package io.racedet.junit.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which classes of libraries are collections that need a lock. */
class LibraryCollectionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kotlin/collections/ArrayDeque",
        "kotlin/collections/builders/MapBuilder",
        "kotlin/UnsafeLazyImpl",
        "com/google/common/collect/HashBiMap",
        "com/google/common/collect/Synchronized$SynchronizedMultimap",
        "it/unimi/dsi/fastutil/ints/Int2ObjectLinkedOpenHashMap",
        "org/eclipse/collections/impl/list/mutable/FastList",
        "org/eclipse/collections/impl/map/mutable/primitive/IntIntHashMap",
        "org/agrona/collections/Int2IntHashMap",
        "com/carrotsearch/hppc/IntArrayDeque",
        "org/apache/commons/collections4/queue/CircularFifoQueue",
        "io/netty/util/collection/IntObjectHashMap",
        "com/google/common/collect/ImmutableMap$Builder",
        "com/google/common/collect/ImmutableSet$RegularSetBuilderImpl",
        "com/google/common/graph/StandardMutableGraph",
        "com/google/common/graph/ImmutableGraph$Builder",
        "com/google/common/primitives/ImmutableIntArray$Builder",
        "org/agrona/ExpandableRingBuffer",
        "org/apache/commons/collections4/bloomfilter/SimpleBloomFilter",
        "org/apache/commons/collections4/functors/UniquePredicate",
      })
  void collection_isOne(String name) {
    assertThat(LibraryCollections.contains(name)).isTrue();
    assertThat(LibraryCollections.areCalledBy(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kotlin/SynchronizedLazyImpl",
        "kotlin/jvm/internal/Ref$IntRef",
        "com/google/common/collect/ConcurrentHashMultiset",
        "com/google/common/collect/ImmutableList",
        "com/google/common/collect/SingletonImmutableSet",
        "com/google/common/collect/RegularContiguousSet",
        "com/google/common/collect/MapMakerInternalMap$Segment",
        "com/google/common/collect/Interners$InternerBuilder",
        "com/google/common/graph/ImmutableGraph",
        "com/google/common/graph/MutableNetwork",
        "com/google/common/graph/UndirectedMultiNetworkConnections",
        "com/google/common/primitives/ImmutableIntArray",
        "org/agrona/ExpandableArrayBuffer",
        "org/apache/commons/collections4/functors/InvokerTransformer",
        "com/google/common/cache/LocalCache",
        "it/unimi/dsi/fastutil/io/FastBufferedInputStream",
        "org/eclipse/collections/impl/map/mutable/ConcurrentHashMap",
        "org/eclipse/collections/impl/list/immutable/AbstractImmutableList",
        "org/eclipse/collections/impl/parallel/ParallelIterate",
        "org/eclipse/collections/impl/lazy/parallel/Batch",
        "org/agrona/concurrent/ManyToOneConcurrentLinkedQueue",
        "org/apache/commons/collections4/map/StaticBucketMap",
        "org/apache/commons/collections4/trie/AbstractPatriciaTrie$RangeEntrySet",
      })
  void safeClass_isNone(String name) {
    assertThat(LibraryCollections.contains(name)).isFalse();
    assertThat(LibraryCollections.areCalledBy(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kotlin/Lazy", "kotlin/LazyKt", "org/eclipse/collections/api/list/MutableList"})
  void interface_calls(String name) {
    assertThat(LibraryCollections.contains(name)).isFalse();
    assertThat(LibraryCollections.areCalledBy(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"com/google/common/cache/Cache", "org/agrona/concurrent/Agent"})
  void otherPackage_callsNone(String name) {
    assertThat(LibraryCollections.areCalledBy(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com/acme/IntList",
        "com/acme/Outer$ByteTrie",
        "com/acme/Trie",
        "gnu/trove/map/hash/TIntIntHashMap",
        "org/apache/lucene/util/FixedBitSet"
      })
  void classOfAnUnknownLibrary_mayBeOneByTheLastWordOfItsName(String name) {
    assertThat(LibraryCollections.isNamedAsOne(name)).isTrue();
    assertThat(LibraryCollections.isOfUnknownLibrary(name)).isTrue();
    assertThat(LibraryCollections.areCalledBy(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com/acme/collect/Agent",
        "com/acme/collector/deep/Agent",
        "com/acme/Maps$Reader",
        "com/acme/Map/Reader",
        "com/acme/Whitelist",
        "com/acme/set",
        "com/acme/ListOf"
      })
  void classOfAnotherName_isNone(String name) {
    assertThat(LibraryCollections.isNamedAsOne(name)).isFalse();
  }

  /** What is safe of a library that is known need not be guessed at. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "com/google/common/collect/ImmutableList",
        "org/eclipse/collections/impl/list/mutable/FastList",
        "org/eclipse/collections/impl/map/mutable/ConcurrentHashMap"
      })
  void classOfAKnownLibrary_isNotGuessedAt(String name) {
    assertThat(LibraryCollections.isNamedAsOne(name)).isTrue();
    assertThat(LibraryCollections.isOfUnknownLibrary(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "com/carrotsearch/hppc/IntIntHashMap, iterationSeed, true",
    "com/carrotsearch/hppc/IntIntHashMap, assigned, false",
    "com/google/common/collect/AbstractMapBasedMultimap$WrappedCollection, delegate, true",
    "com/google/common/collect/ForwardingX, delegate, false"
  })
  void fieldThatReadersWrite_isKnown(String owner, String field, boolean expected) {
    assertThat(LibraryCollections.areReadersWriting(owner, field)).isEqualTo(expected);
  }
}
