package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that use the same part of a collection, without anything that orders them. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1000000))
@Tag(JdkPrograms.PROMISED)
class RacyCollectionsTest extends JdkPrograms {
  private static List<Integer> list() {
    return new ArrayList<>(List.of(1, 2, 3));
  }

  /* ---- an element is replaced ---- */

  @Test
  @Tag(SMOKE)
  void arrayList_setWhileIterated() throws Exception {
    List<Integer> list = list();
    inParallel(
        () -> list.set(1, 5),
        () -> {
          for (Integer element : list) {
            element.intValue();
          }
        });
  }

  @Test
  void arrayList_setWhileForEach() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.set(1, 5), () -> list.forEach(x -> {}));
  }

  @Test
  void arrayList_setWhileStream() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.set(1, 5), () -> list.stream().mapToInt(x -> x).sum());
  }

  @Test
  void vector_setWhileStream() throws Exception {
    List<Integer> list = new Vector<>(list());
    inParallel(() -> list.set(1, 5), () -> list.stream().mapToInt(x -> x).sum());
  }

  @Test
  void stack_popWhileSpliterator() throws Exception {
    Stack<Integer> stack = new Stack<>();
    stack.addAll(list());
    Spliterator<Integer> spliterator = stack.spliterator();
    inParallel(stack::pop, () -> spliterator.tryAdvance(x -> {}));
  }

  @Test
  void arrayList_setWhileContains() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.set(1, 5), () -> list.contains(3));
  }

  @Test
  void arrayList_setWhileToArray() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.set(1, 5), list::toArray);
  }

  @Test
  void arrayList_setWhileEquals() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.set(1, 5), () -> list.equals(List.of(1, 2, 3)));
  }

  @Test
  void arrayList_setWhileCopied() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.set(1, 5), () -> new ArrayList<>(list));
  }

  @Test
  void arrayList_setThroughASubList() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.subList(1, 3).set(0, 5), () -> list.get(1));
  }

  @Test
  void arrayList_setThroughAListIterator() throws Exception {
    List<Integer> list = list();
    inParallel(
        () -> {
          var iterator = list.listIterator(1);
          iterator.next();
          iterator.set(5);
        },
        () -> list.get(1));
  }

  @Test
  void arrayList_replacedWhileSet() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.subList(0, 2).replaceAll(x -> 7), () -> list.set(1, 5));
  }

  @Test
  void listOfAnArray_setWhileIterated() throws Exception {
    List<Integer> list = Arrays.asList(1, 2, 3);
    inParallel(
        () -> list.set(1, 5),
        () -> {
          for (Integer element : list) {
            element.intValue();
          }
        });
  }

  @Test
  void listOfAnArray_setWhileContains() throws Exception {
    List<Integer> list = Arrays.asList(1, 2, 3);
    inParallel(() -> list.set(1, 5), () -> list.contains(3));
  }

  @Test
  void listOfAnArray_sortedWhileTheArrayIsRead() throws Exception {
    Integer[] array = {2, 1};
    inParallel(() -> Collections.sort(Arrays.asList(array)), () -> array[0].intValue());
  }

  @Test
  void linkedList_setWhileGet() throws Exception {
    List<Integer> list = new LinkedList<>(List.of(1, 2));
    inParallel(() -> list.set(1, 5), () -> list.get(1));
  }

  /* ---- a value is replaced ---- */

  private static void setWhileGet(Map<String, Integer> map) throws Exception {
    map.put("a", 1);
    inParallel(
        () -> {
          for (Map.Entry<String, Integer> entry : map.entrySet()) {
            entry.setValue(2);
          }
        },
        () -> map.get("a"));
  }

  @Test
  void hashMap_entrySetValueWhileGet() throws Exception {
    setWhileGet(new HashMap<>());
  }

  @Test
  void linkedHashMap_entrySetValueWhileGet() throws Exception {
    setWhileGet(new LinkedHashMap<>());
  }

  @Test
  void treeMap_entrySetValueWhileGet() throws Exception {
    setWhileGet(new TreeMap<>());
  }

  @Test
  void weakHashMap_entrySetValueWhileGet() throws Exception {
    setWhileGet(new WeakHashMap<>());
  }

  @Test
  void identityHashMap_entrySetValueWhileGet() throws Exception {
    setWhileGet(new IdentityHashMap<>());
  }

  @Test
  void hashtable_entrySetValueWhileGet() throws Exception {
    Map<String, Integer> map = new Hashtable<>(Map.of("a", 1));
    Map.Entry<String, Integer> entry = map.entrySet().iterator().next();
    inParallel(() -> entry.setValue(2), () -> map.get("a"));
  }

  @Test
  void enumMap_entrySetValueWhileGet() throws Exception {
    Map<TimeUnit, Integer> map = new EnumMap<>(Map.of(TimeUnit.DAYS, 1));
    Map.Entry<TimeUnit, Integer> entry = map.entrySet().iterator().next();
    inParallel(() -> entry.setValue(2), () -> map.get(TimeUnit.DAYS));
  }

  @Test
  void hashMap_putOfAnExistingKeyWhileGet() throws Exception {
    Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
    inParallel(() -> map.put("a", 2), () -> map.get("a"));
  }

  @Test
  void hashMap_replaceAllWhileValuesAreIterated() throws Exception {
    Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
    inParallel(() -> map.replaceAll((k, v) -> 7), () -> map.values().forEach(x -> {}));
  }

  @Test
  void treeMap_mergeWhileContainsValue() throws Exception {
    Map<String, Integer> map = new TreeMap<>(Map.of("a", 1));
    inParallel(() -> map.merge("a", 2, Integer::sum), () -> map.containsValue(9));
  }

  /* ---- a structural change ---- */

  @Test
  @Tag(SMOKE)
  void hashMap_putOfANewKeyWhileGet() throws Exception {
    Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
    inParallel(() -> map.put("b", 2), () -> map.get("a"));
  }

  @Test
  void hashMap_computedKeyWhileSize() throws Exception {
    Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
    inParallel(() -> map.computeIfAbsent("b", k -> 2), map::size);
  }

  @Test
  void treeMap_removeWhileGet() throws Exception {
    Map<String, Integer> map = new TreeMap<>(Map.of("a", 1, "b", 2));
    inParallel(() -> map.remove("b"), () -> map.get("a"));
  }

  @Test
  void hashSet_addWhileContains() throws Exception {
    Set<String> set = new HashSet<>();
    inParallel(() -> set.add("a"), () -> set.contains("b"));
  }

  @Test
  void enumSet_addWhileContains() throws Exception {
    Set<TimeUnit> set = EnumSet.noneOf(TimeUnit.class);
    inParallel(() -> set.add(TimeUnit.DAYS), () -> set.contains(TimeUnit.HOURS));
  }

  @Test
  void enumSet_removeWhileIterated() throws Exception {
    Set<TimeUnit> set = EnumSet.allOf(TimeUnit.class);
    inParallel(() -> set.remove(TimeUnit.DAYS), () -> new ArrayList<>(set));
  }

  @Test
  void arrayList_sortedWhileGet() throws Exception {
    List<Integer> list = list();
    inParallel(() -> Collections.sort(list), () -> list.get(0));
  }

  @Test
  void subList_clearedWhileGet() throws Exception {
    List<Integer> list = list();
    inParallel(() -> list.subList(0, 1).clear(), () -> list.get(0));
  }

  /* ---- an iterator is shared ---- */

  private static void share(Iterable<Integer> iterable) throws Exception {
    Iterator<Integer> iterator = iterable.iterator();
    inParallel(iterator::next, iterator::next);
  }

  @Test
  void iterator_ofAnArrayList() throws Exception {
    share(list());
  }

  @Test
  void iterator_ofAnImmutableList() throws Exception {
    share(List.of(1, 2, 3));
  }

  @Test
  void iterator_ofAHashMap() throws Exception {
    share(new HashMap<>(Map.of(1, 1, 2, 2, 3, 3)).keySet());
  }

  @Test
  void iterator_ofATreeMap() throws Exception {
    share(new TreeMap<>(Map.of(1, 1, 2, 2, 3, 3)).keySet());
  }

  @Test
  void spliterator_ofAnArrayList() throws Exception {
    var spliterator = list().spliterator();
    Step step = () -> spliterator.tryAdvance(x -> {});
    inParallel(step, step);
  }

  @Test
  void spliterator_ofATreeSet_splitByBoth() throws Exception {
    Spliterator<Integer> elements = new TreeSet<>(List.of(1, 2, 3)).spliterator();
    inParallel(elements::trySplit, elements::trySplit);
  }

  @Test
  void enumeration_ofAVector_usedByBoth() throws Exception {
    Enumeration<Integer> elements = new Vector<>(List.of(1, 2)).elements();
    inParallel(elements::nextElement, elements::nextElement);
  }
}
