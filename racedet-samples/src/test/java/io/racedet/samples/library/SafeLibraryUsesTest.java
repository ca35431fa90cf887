package io.racedet.samples.library;

import static io.racedet.samples.library.CollectionUse.use;

import com.carrotsearch.hppc.IntIntHashMap;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.ForwardingMap;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.Interners;
import com.google.common.collect.Multimaps;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.MutableGraph;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import it.unimi.dsi.fastutil.ints.Int2IntMaps;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import kotlin.Lazy;
import kotlin.LazyKt;
import kotlin.LazyThreadSafetyMode;
import kotlin.collections.ArrayDeque;
import kotlin.collections.MapsKt;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.apache.commons.collections4.bidimap.TreeBidiMap;
import org.apache.commons.collections4.bloomfilter.EnhancedDoubleHasher;
import org.apache.commons.collections4.bloomfilter.Hasher;
import org.apache.commons.collections4.bloomfilter.Shape;
import org.apache.commons.collections4.bloomfilter.SimpleBloomFilter;
import org.apache.commons.collections4.map.HashedMap;
import org.apache.commons.collections4.map.StaticBucketMap;
import org.apache.commons.collections4.queue.CircularFifoQueue;
import org.apache.commons.collections4.queue.SynchronizedQueue;
import org.eclipse.collections.impl.list.mutable.FastList;
import org.eclipse.collections.impl.list.mutable.MultiReaderFastList;
import org.eclipse.collections.impl.map.mutable.ConcurrentHashMap;
import org.eclipse.collections.impl.map.mutable.UnifiedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Uses of collections of libraries that need no lock: they are only read, or safe. */
class SafeLibraryUsesTest {
  private static final Shape SHAPE = Shape.fromKM(3, 64);
  private static final Hasher ONE = new EnhancedDoubleHasher(1, 2);

  static List<CollectionUse<?>> read() {
    return List.of(
        reads(() -> new ArrayDeque<>(List.of("a")), deque -> deque.get(0) + deque.hashCode()),
        reads(
            () -> {
              Map<String, String> map = MapsKt.createMapBuilder();
              map.put("a", "b");
              return MapsKt.build(map);
            },
            map -> map.keySet().size() + map.values().size() + map.entrySet().size()),
        reads(
            () -> HashMultimap.create(Multimaps.forMap(Map.of("a", "b"))),
            map -> map.asMap().size() + map.keys().size() + map.values().size()),
        reads(
            () -> HashBiMap.create(Map.of("a", "b")),
            map -> map.inverse().keySet().size() + map.entrySet().hashCode()),
        reads(
            () -> new Int2IntOpenHashMap(new int[] {1}, new int[] {2}),
            map -> map.keySet().size() + map.values().hashCode()),
        reads(
            () -> {
              MutableGraph<String> graph = GraphBuilder.undirected().build();
              graph.putEdge("a", "b");
              return graph;
            },
            graph -> graph.adjacentNodes("a").size() + graph.edges().size()),
        reads(
            () -> {
              SimpleBloomFilter filter = new SimpleBloomFilter(SHAPE);
              filter.merge(ONE);
              return filter;
            },
            filter -> filter.cardinality() + filter.estimateN()),
        reads(() -> UnifiedMap.newWithKeysValues("a", "b"), map -> map.keySet().hashCode()),
        reads(() -> new HashedMap<>(Map.of("a", "b")), map -> map.keySet().hashCode()),
        reads(
            () -> {
              TreeBidiMap<String, String> map = new TreeBidiMap<>();
              map.put("a", "b");
              return map;
            },
            map -> map.inverseBidiMap().hashCode() + map.values().size()),
        reads(() -> IntIntHashMap.from(new int[] {1}, new int[] {2}), map -> map.hashCode()));
  }

  private static <T> CollectionUse<T> reads(Supplier<T> make, Function<T, Object> read) {
    return use(make, read::apply, read::apply);
  }

  @ParameterizedTest
  @MethodSource("read")
  @RaceFree(repetitions = 4)
  void collection_onlyRead_doesNotRace(CollectionUse<?> use) {
    Runnable[] uses = use.onOne();
    RaceCheck.inParallel(() -> uses[0].run(), () -> uses[1].run());
  }

  /** A map of the program that locks, around one of a library. */
  private static final class LockingMap extends ForwardingMap<String, String> {
    private final Map<String, String> map = new HashedMap<>();

    @Override
    protected Map<String, String> delegate() {
      return map;
    }

    @Override
    public synchronized String put(String key, String value) {
      return super.put(key, value);
    }

    @Override
    public synchronized String get(Object key) {
      return super.get(key);
    }
  }

  static List<CollectionUse<?>> safe() {
    return List.of(
        use(
            () -> ImmutableList.of("a", "b"),
            list -> list.reverse().hashCode(),
            list -> list.reverse().hashCode()),
        use(
            () -> ImmutableMap.of("a", "b"),
            map -> map.keySet().asList().size(),
            map -> map.keySet().asList().size()),
        use(() -> ImmutableSet.of("a"), Object::hashCode, Object::hashCode),
        use(
            () -> ImmutableSetMultimap.of("a", "b"),
            map -> map.inverse().entries().hashCode(),
            map -> map.inverse().entries().hashCode()),
        use(ConcurrentHashMultiset::create, set -> set.add("a"), set -> set.count("a")),
        use(
            () -> Interners.<String>newStrongInterner(),
            interner -> interner.intern("a"),
            interner -> interner.intern("a")),
        use(
            () -> CacheBuilder.newBuilder().maximumSize(1).<String, String>build(),
            cache -> cache.put("a", "b"),
            cache -> cache.getIfPresent("a")),
        use(
            () -> Caffeine.newBuilder().maximumSize(1).<String, String>build(),
            cache -> cache.put("a", "b"),
            cache -> cache.getIfPresent("a")),
        use(
            () -> Multimaps.synchronizedMultimap(HashMultimap.<String, String>create()),
            map -> map.put("a", "b"),
            map -> map.get("a").contains("b")),
        use(() -> LazyKt.lazy(() -> "a"), Lazy::getValue, Lazy::getValue),
        use(
            () -> LazyKt.lazy(LazyThreadSafetyMode.PUBLICATION, () -> "a"),
            Lazy::getValue,
            Lazy::getValue),
        use(
            () -> Int2IntMaps.synchronize(new Int2IntOpenHashMap()),
            map -> map.put(1, 2),
            map -> map.get(1)),
        use(ConcurrentHashMap<String, String>::new, map -> map.put("a", "b"), map -> map.get("a")),
        use(
            () -> FastList.<String>newList().asSynchronized(),
            list -> list.add("a"),
            list -> list.contains("a")),
        use(
            MultiReaderFastList::<String>newList,
            list -> list.add("a"),
            list -> list.contains("a")),
        use(
            () -> new ManyToOneConcurrentArrayQueue<String>(4),
            queue -> queue.offer("a"),
            queue -> queue.poll()),
        use(
            () -> SynchronizedQueue.synchronizedQueue(new CircularFifoQueue<String>()),
            queue -> queue.add("a"),
            queue -> queue.poll()),
        use(StaticBucketMap<String, String>::new, map -> map.put("a", "b"), map -> map.size()),
        use(LockingMap::new, map -> map.put("a", "b"), map -> map.get("a")));
  }

  @ParameterizedTest
  @MethodSource("safe")
  @RaceFree(repetitions = 6)
  void safeClass_doesNotRace(CollectionUse<?> use) {
    Runnable[] uses = use.onOne();
    RaceCheck.inParallel(() -> uses[0].run(), () -> uses[1].run());
  }
}
