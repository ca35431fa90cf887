package io.racedet.samples.library;

import static io.racedet.samples.library.CollectionUse.use;

import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.ObjectArrayDeque;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.EvictingQueue;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.LinkedListMultimap;
import com.google.common.collect.MinMaxPriorityQueue;
import com.google.common.collect.TreeMultiset;
import com.google.common.graph.GraphBuilder;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.reflect.MutableTypeToInstanceMap;
import io.netty.util.collection.IntObjectHashMap;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.File;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import kotlin.Lazy;
import kotlin.LazyKt;
import kotlin.LazyThreadSafetyMode;
import kotlin.collections.ArrayDeque;
import kotlin.collections.CollectionsKt;
import kotlin.collections.MapsKt;
import org.agrona.ExpandableRingBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.MutableInteger;
import org.agrona.collections.ObjectHashSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.commons.collections4.bag.HashBag;
import org.apache.commons.collections4.bidimap.TreeBidiMap;
import org.apache.commons.collections4.bloomfilter.EnhancedDoubleHasher;
import org.apache.commons.collections4.bloomfilter.Hasher;
import org.apache.commons.collections4.bloomfilter.Shape;
import org.apache.commons.collections4.bloomfilter.SimpleBloomFilter;
import org.apache.commons.collections4.functors.UniquePredicate;
import org.apache.commons.collections4.list.TreeList;
import org.apache.commons.collections4.map.HashedMap;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.queue.CircularFifoQueue;
import org.eclipse.collections.impl.factory.primitive.IntIntMaps;
import org.eclipse.collections.impl.list.mutable.FastList;
import org.eclipse.collections.impl.map.mutable.UnifiedMap;
import org.eclipse.collections.impl.set.mutable.UnifiedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Collections of libraries that are not instrumented: what they contain races as in collections of
 * the JDK, and only there.
 */
class LibraryCollectionsTest {
  private static final Shape SHAPE = Shape.fromKM(3, 64);
  private static final Hasher ONE = new EnhancedDoubleHasher(1, 2);

  private final Object lock = new Object();

  /** Another one for each repetition. */
  @TempDir private File folder;

  static List<CollectionUse<?>> mutable() {
    return List.of(
        use(ArrayDeque<String>::new, deque -> deque.addFirst("a"), deque -> deque.addFirst("b")),
        use(
            () -> (List<String>) new ArrayDeque<>(List.of("a")),
            deque -> deque.set(0, "b"),
            deque -> deque.forEach(String::length)),
        use(
            CollectionsKt::<String>createListBuilder,
            list -> list.add("a"),
            list -> list.contains("a")),
        use(
            MapsKt::<String, String>createMapBuilder,
            map -> map.put("a", "b"),
            map -> map.get("c")),
        use(
            () -> LazyKt.lazy(LazyThreadSafetyMode.NONE, () -> "a"),
            Lazy::getValue,
            Lazy::getValue),
        use(HashMultimap::create, map -> map.put("a", "b"), map -> map.size()),
        use(ArrayListMultimap::create, map -> map.put("a", "b"), map -> map.get("a").size()),
        use(LinkedListMultimap::create, map -> map.put("a", "b"), map -> map.put("c", "d")),
        use(HashBiMap::create, map -> map.put("a", "b"), map -> map.inverse().get("c")),
        use(HashMultiset::create, set -> set.add("a"), set -> set.count("b")),
        use(TreeMultiset::<String>create, set -> set.add("a"), set -> set.count("b")),
        use(
            HashBasedTable::create,
            table -> table.put("a", "b", "c"),
            table -> table.get("a", "d")),
        use(() -> EvictingQueue.create(4), queue -> queue.add("a"), queue -> queue.poll()),
        use(
            MinMaxPriorityQueue::<String>create,
            queue -> queue.add("a"),
            queue -> queue.peekLast()),
        use(Int2IntOpenHashMap::new, map -> map.put(1, 2), map -> map.get(3)),
        use(Object2IntOpenHashMap::new, map -> map.addTo("a", 1), map -> map.getInt("b")),
        use(IntArrayList::new, list -> list.add(1), list -> list.contains(2)),
        use(FastList::new, list -> list.add("a"), list -> list.detect("b"::equals)),
        use(UnifiedMap::new, map -> map.put("a", "b"), map -> map.get("c")),
        use(UnifiedSet::new, set -> set.add("a"), set -> set.contains("b")),
        use(() -> IntIntMaps.mutable.empty(), map -> map.put(1, 2), map -> map.containsKey(3)),
        use(Int2ObjectHashMap::new, map -> map.put(1, "a"), map -> map.get(2)),
        use(ObjectHashSet::new, set -> set.add("a"), set -> set.contains("b")),
        use(MutableInteger::new, MutableInteger::increment, MutableInteger::get),
        use(IntIntHashMap::new, map -> map.put(1, 2), map -> map.get(3)),
        use(ObjectArrayDeque::new, deque -> deque.addLast("a"), deque -> deque.isEmpty()),
        use(IntObjectHashMap::new, map -> map.put(1, "a"), map -> map.get(2)),
        use(HashedMap::new, map -> map.put("a", "b"), map -> map.containsKey("c")),
        use(
            () -> new LRUMap<>(Map.of("a", "b", "c", "d")),
            map -> map.get("a"),
            map -> map.get("c")),
        use(CircularFifoQueue::new, queue -> queue.add("a"), queue -> queue.poll()),
        use(TreeList::new, list -> list.add("a"), list -> list.size()),
        use(HashBag::new, bag -> bag.add("a"), bag -> bag.getCount("b")),
        use(ImmutableList::<String>builder, list -> list.add("a"), list -> list.add("b")),
        use(ImmutableMap::<String, String>builder, map -> map.put("a", "b"), map -> map.build()),
        use(ImmutableIntArray::builder, ints -> ints.add(1), ints -> ints.add(2)),
        use(
            () -> GraphBuilder.undirected().<String>build(),
            graph -> graph.addNode("a"),
            graph -> graph.nodes().contains("b")),
        use(
            MutableTypeToInstanceMap<Number>::new,
            map -> map.putInstance(Integer.class, 1),
            map -> map.getInstance(Long.class)),
        use(
            ExpandableRingBuffer::new,
            buffer -> buffer.append(new UnsafeBuffer(new byte[8]), 0, 8),
            ExpandableRingBuffer::isEmpty),
        use(
            () -> new SimpleBloomFilter(SHAPE),
            filter -> filter.merge(ONE),
            filter -> filter.contains(ONE)),
        use(UniquePredicate<String>::new, seen -> seen.test("a"), seen -> seen.test("b")),
        use(TreeBidiMap<String, String>::new, map -> map.put("a", "b"), map -> map.getKey("c")));
  }

  @ParameterizedTest
  @MethodSource("mutable")
  @ExpectRace
  void collection_changed_races(CollectionUse<?> use) {
    Runnable[] uses = use.onOne();
    oneAfterTheOther(uses[0], uses[1]);
  }

  /* So that neither throws, as both may where they meet. That a file may be executed is nothing that
   * orders threads, as far as racedet sees. */
  private void oneAfterTheOther(Runnable one, Runnable other) {
    File signal = new File(folder, "signal");
    RaceCheck.inParallel(
        () -> {
          one.run();
          if (!signal.createNewFile() || !signal.setExecutable(true)) {
            throw new IllegalStateException(signal + " exists, or cannot be made executable");
          }
        },
        () -> {
          while (!signal.canExecute()) {
            Thread.yield();
          }
          other.run();
        });
  }

  @ParameterizedTest
  @MethodSource("mutable")
  @RaceFree(repetitions = 4)
  void collection_underLock_doesNotRace(CollectionUse<?> use) {
    Runnable[] uses = use.onOne();
    RaceCheck.inParallel(() -> runLocked(uses[0]), () -> runLocked(uses[1]));
  }

  private void runLocked(Runnable action) {
    synchronized (lock) {
      action.run();
    }
  }

  @ParameterizedTest
  @MethodSource("mutable")
  @RaceFree(repetitions = 4)
  void collection_handedOver_doesNotRace(CollectionUse<?> use) {
    LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    RaceCheck.inParallel(
        () -> {
          Runnable[] uses = use.onOne();
          uses[0].run();
          queue.put(uses[1]);
        },
        () -> queue.take().run());
  }

  @ParameterizedTest
  @MethodSource("mutable")
  @RaceFree(repetitions = 4)
  void collections_ofOneThreadEach_doNotRace(CollectionUse<?> use) {
    RaceCheck.inParallel(() -> runAll(use.onOne()), () -> runAll(use.onOne()));
  }

  private static void runAll(Runnable[] actions) {
    for (Runnable action : actions) {
      action.run();
    }
  }

  @Test
  @ExpectRace(on = "local variable deque of method dequeOfKotlin_races (ArrayDeque)")
  void dequeOfKotlin_races() {
    ArrayDeque<String> deque = new ArrayDeque<>();
    oneAfterTheOther(() -> deque.addFirst("a"), () -> deque.addFirst("b"));
  }

  @Test
  @ExpectRace(on = "HashBiMap contents")
  void entryOfMap_isOfTheMap() {
    HashBiMap<String, String> map = HashBiMap.create();
    map.put("a", "b");
    oneAfterTheOther(() -> map.inverse().remove("b"), () -> map.get("a"));
  }

  @Test
  @ExpectRace(on = "FastList contents")
  void elementOfList_isOfTheList() {
    Collection<String> list = new FastList<>(List.of("a"));
    RaceCheck.inParallel(
        () -> ((FastList<String>) list).set(0, "b"), () -> ((FastList<String>) list).get(0));
  }
}
