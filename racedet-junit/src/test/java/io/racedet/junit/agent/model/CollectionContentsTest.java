package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inParallel;
import static org.assertj.core.api.Assertions.assertThat;

import java.text.DateFormat;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The collections of java.util that do not lock: the contents of each are one variable. */
@Timeout(20)
class CollectionContentsTest {
  /** A program of two threads, without anything that orders them. */
  private static Arguments program(String name, Programs.Step first, Programs.Step second) {
    return Arguments.of(name, first, second);
  }

  private static Recorded run(Programs.Step first, Programs.Step second) {
    return Recorded.run(CollectionContentsTest.class, () -> inParallel(first, second));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"collections", "maps", "views", "others"})
  void change_besideUse_races(String name, Programs.Step change, Programs.Step use) {
    /* The two may well disturb each other, so the second only starts when the first has ended. */
    Recorded recorded =
        run(
            () -> {
              change.run();
              Programs.whisper("changed");
            },
            () -> {
              Programs.hear("changed");
              use.run();
            });
    assertThat(recorded.races())
        .as("events: %s", recorded.events())
        .anyMatch(race -> race.endsWith("contents") || race.endsWith("]"));
    assertThat(recorded.damaged()).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("uses")
  void uses_besideEachOther_doNotRace(String name, Programs.Step first, Programs.Step second) {
    Recorded recorded = run(first, second);
    assertThat(recorded.races()).as("events: %s", recorded.events()).isEmpty();
    assertThat(recorded.shared()).anyMatch(variable -> variable.endsWith("contents"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"collections", "maps", "views", "others"})
  void change_besideUse_underOneLock_doesNotRace(
      String name, Programs.Step change, Programs.Step use) {
    ReentrantLock lock = new ReentrantLock();
    Recorded recorded = run(locked(lock, change), locked(lock, use));
    assertThat(recorded.races()).as("events: %s", recorded.events()).isEmpty();
    assertThat(recorded.shared()).anyMatch(variable -> variable.endsWith("contents"));
  }

  private static Programs.Step locked(ReentrantLock lock, Programs.Step step) {
    return () -> {
      lock.lock();
      try {
        step.run();
      } finally {
        lock.unlock();
      }
    };
  }

  static Stream<Arguments> collections() {
    return Stream.of(
            collection("ArrayList", ArrayList::new),
            collection("LinkedList", LinkedList::new),
            collection("ArrayDeque", ArrayDeque::new),
            collection("PriorityQueue", PriorityQueue::new),
            collection("HashSet", HashSet::new),
            collection("LinkedHashSet", LinkedHashSet::new),
            collection("TreeSet", TreeSet::new))
        .flatMap(all -> all);
  }

  private static Stream<Arguments> collection(String name, Supplier<Collection<String>> made) {
    Collection<String> a = filled(made);
    Collection<String> b = filled(made);
    Collection<String> c = filled(made);
    Collection<String> d = filled(made);
    Collection<String> e = filled(made);
    Collection<String> f = filled(made);
    Collection<String> g = filled(made);
    Collection<String> h = filled(made);
    Collection<String> i = filled(made);
    return Stream.of(
        program(name + ": add, add", () -> a.add("x"), () -> a.add("y")),
        program(name + ": add, contains", () -> b.add("x"), () -> b.contains("y")),
        program(name + ": remove, size", () -> c.remove("a"), c::size),
        program(name + ": add, for", () -> d.add("x"), () -> visit(d)),
        program(name + ": clear, forEach", e::clear, () -> e.forEach(x -> {})),
        program(name + ": addAll, stream", () -> f.addAll(List.of("x")), () -> f.stream().count()),
        program(name + ": removeIf, toArray", () -> g.removeIf(x -> true), g::toArray),
        program(name + ": iterator.remove, add", () -> removeFirst(h), () -> h.add("z")),
        program(name + ": add, copy", () -> i.add("x"), () -> new ArrayList<>(i)));
  }

  private static Collection<String> filled(Supplier<Collection<String>> made) {
    Collection<String> collection = made.get();
    collection.add("a");
    collection.add("b");
    return collection;
  }

  private static int visit(Iterable<String> iterable) {
    int length = 0;
    for (String element : iterable) {
      length += element.length();
    }
    return length;
  }

  private static void removeFirst(Iterable<String> iterable) {
    var iterator = iterable.iterator();
    iterator.next();
    iterator.remove();
  }

  static Stream<Arguments> maps() {
    return Stream.of(
            map("HashMap", HashMap::new),
            map("LinkedHashMap", LinkedHashMap::new),
            map("TreeMap", TreeMap::new),
            map("WeakHashMap", WeakHashMap::new),
            map("IdentityHashMap", IdentityHashMap::new),
            map("a class of one's own", Own::new))
        .flatMap(all -> all);
  }

  /** A cache as users write it. */
  private static final class Own extends LinkedHashMap<String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
      return size() > 5;
    }
  }

  private static Stream<Arguments> map(String name, Supplier<Map<String, String>> made) {
    Map<String, String> a = entries(made);
    Map<String, String> b = entries(made);
    Map<String, String> c = entries(made);
    Map<String, String> d = entries(made);
    Map<String, String> e = entries(made);
    Map<String, String> f = entries(made);
    Map<String, String> g = entries(made);
    Map<String, String> h = entries(made);
    Map<String, String> i = entries(made);
    return Stream.of(
        program(name + ": put, put", () -> a.put("x", "1"), () -> a.put("y", "2")),
        program(name + ": put, get", () -> b.put("x", "1"), () -> b.get("k")),
        program(name + ": remove, containsKey", () -> c.remove("k"), () -> c.containsKey("x")),
        program(name + ": computeIfAbsent, size", () -> d.computeIfAbsent("x", x -> "1"), d::size),
        program(
            name + ": merge, entrySet",
            () -> e.merge("k", "1", String::concat),
            () -> {
              for (Map.Entry<String, String> entry : e.entrySet()) {
                entry.getValue();
              }
            }),
        program(
            name + ": putAll, keySet", () -> f.putAll(Map.of("x", "1")), () -> visit(f.keySet())),
        program(name + ": put, values", () -> g.put("x", "1"), () -> visit(g.values())),
        program(name + ": clear, forEach", h::clear, () -> h.forEach((k, v) -> {})),
        program(
            name + ": putIfAbsent, getOrDefault",
            () -> i.putIfAbsent("x", "1"),
            () -> i.getOrDefault("y", "2")));
  }

  private static Map<String, String> entries(Supplier<Map<String, String>> made) {
    Map<String, String> map = made.get();
    map.put("k", "v");
    return map;
  }

  static Stream<Arguments> views() {
    List<String> list = new ArrayList<>(List.of("a", "b", "c"));
    List<String> parent = new ArrayList<>(List.of("a", "b", "c"));
    List<String> viewed = parent.subList(0, 2);
    TreeMap<String, String> tree = new TreeMap<>(Map.of("a", "1", "b", "2"));
    Map<String, String> hash = new HashMap<>(Map.of("a", "1", "b", "2"));
    List<String> iterated = Collections.synchronizedList(new ArrayList<>(List.of("a")));
    List<String> wrapped = Collections.unmodifiableList(list);
    LinkedHashMap<String, String> accessed = new LinkedHashMap<>(16, 0.75f, true);
    accessed.put("a", "1");
    accessed.put("b", "2");
    return Stream.of(
        program("list, unmodifiable view", () -> list.add("x"), () -> wrapped.get(0)),
        program("sublist, its list", () -> viewed.add("y"), () -> parent.size()),
        program("submap, its map", () -> tree.headMap("b").clear(), () -> tree.get("a")),
        program("set of keys, its map", () -> hash.keySet().remove("a"), () -> hash.get("b")),
        program("sort, get", () -> list.sort(null), () -> list.get(0)),
        program(
            "synchronizedList, iterated without its lock",
            () -> iterated.add("x"),
            () -> visit(iterated)),
        program("gets in access order", () -> accessed.get("a"), () -> accessed.get("b")));
  }

  static Stream<Arguments> others() {
    EnumMap<TimeUnit, String> units = new EnumMap<>(TimeUnit.class);
    units.put(TimeUnit.DAYS, "d");
    BitSet bits = new BitSet();
    BitSet mask = new BitSet();
    SimpleDateFormat dates = new SimpleDateFormat("yyyy", Locale.ROOT);
    DateFormat anyDates = dates;
    DecimalFormat decimals = new DecimalFormat("0.0");
    NumberFormat numbers = NumberFormat.getInstance(Locale.ROOT);
    Calendar calendar = Calendar.getInstance();
    Matcher matcher = Pattern.compile("a").matcher("aaa");
    Hashtable<String, String> table = new Hashtable<>(Map.of("a", "1"));
    return Stream.of(
        program("EnumMap", () -> units.put(TimeUnit.HOURS, "h"), () -> units.get(TimeUnit.DAYS)),
        program("BitSet", () -> bits.set(1), () -> bits.get(2)),
        program("BitSet as argument", () -> mask.set(1), () -> new BitSet().or(mask)),
        program("SimpleDateFormat", () -> dates.format(new Date(0)), () -> dates.parse("1999")),
        program("DateFormat", () -> anyDates.format(new Date(0)), () -> dates.format(new Date(1))),
        program("DecimalFormat", () -> decimals.format(1.5), () -> decimals.format(2)),
        program("NumberFormat", () -> numbers.format(1.5), () -> numbers.parse("2")),
        program(
            "Calendar", () -> calendar.add(Calendar.DATE, 1), () -> calendar.get(Calendar.DATE)),
        program("Matcher", matcher::find, () -> matcher.find(0)),
        program("Hashtable, enumerated", () -> drain(table), () -> table.put("x", "1")));
  }

  private static void drain(Hashtable<String, String> table) {
    for (var elements = table.elements(); elements.hasMoreElements(); ) {
      elements.nextElement();
    }
  }

  static Stream<Arguments> uses() {
    Map<String, String> hash = new HashMap<>(Map.of("a", "1"));
    List<String> list = new ArrayList<>(List.of("a", "b"));
    Set<String> tree = new TreeSet<>(Set.of("a", "b"));
    Queue<String> empty = new ArrayDeque<>();
    List<String> fixed = new ArrayList<>(List.of("a", "b"));
    LinkedHashMap<String, String> inserted = new LinkedHashMap<>(Map.of("a", "1", "b", "2"));
    return Stream.of(
        program("gets", () -> hash.get("a"), () -> hash.get("b")),
        program("iterations", () -> visit(list), () -> visit(list)),
        program("contains", () -> tree.contains("a"), () -> visit(tree)),
        program("polls of an empty queue", empty::poll, empty::poll),
        program("removes of nothing", () -> hash.remove("z"), () -> hash.remove("y")),
        program(
            "computeIfAbsent of what is there",
            () -> hash.computeIfAbsent("a", k -> "9"),
            () -> hash.computeIfAbsent("a", k -> "8")),
        program("elements of their own", () -> fixed.set(0, "x"), () -> fixed.set(1, "y")),
        program("gets in insertion order", () -> inserted.get("a"), () -> inserted.get("b")));
  }

  @Test
  void element_ofList_isAVariableOfItsOwn() {
    List<String> list = new ArrayList<>(List.of("a", "b"));
    assertThat(run(() -> list.set(1, "x"), () -> list.get(1)).races()).hasSize(1);
  }

  @Test
  void elements_ofArraysAsList_areThoseOfTheArray() {
    String[] array = {"a", "b"};
    List<String> list = Arrays.asList(array);
    assertThat(run(() -> list.set(1, "x"), () -> array[1].length()).races())
        .containsExactly("array String[2][1]");
  }

  @Test
  void collections_insideTheJdk_areItsOwnBusiness() {
    Recorded recorded =
        run(
            () -> java.util.ResourceBundle.clearCache(),
            () -> java.util.Locale.forLanguageTag("de-CH").getDisplayName());
    assertThat(recorded.races()).isEmpty();
  }
}
