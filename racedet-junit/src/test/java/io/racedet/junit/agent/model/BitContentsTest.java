package io.racedet.junit.agent.model;

import java.lang.Character.UnicodeScript;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Sets of bits, and of constants as bits: what each method reads and writes. */
class BitContentsTest extends ContentsTestCase {
  /** A set without the last constant. */
  private record Constants<E extends Enum<E>>(EnumSet<E> set, E first, E last) {
    static <E extends Enum<E>> Constants<E> of(Class<E> type) {
      List<E> all = List.copyOf(EnumSet.allOf(type));
      EnumSet<E> set = EnumSet.copyOf(all);
      set.remove(all.get(all.size() - 1));
      return new Constants<>(set, all.get(0), all.get(all.size() - 1));
    }

    EnumSet<E> withLast() {
      return EnumSet.of(last);
    }
  }

  private static final List<Kind<Constants<?>>> ENUMS =
      List.of(
          kind("few constants", () -> Constants.of(TimeUnit.class)),
          kind("more than 64 constants", () -> Constants.of(UnicodeScript.class)));

  private static final Call<Constants<?>> SIZE = call("size", c -> c.set.size());
  private static final Call<Constants<?>> REMOVE = call("remove", c -> c.set.remove(c.first));

  private static final List<Call<Constants<?>>> LOOKING =
      List.of(
          SIZE,
          call("isEmpty", c -> c.set.isEmpty()),
          call("contains", c -> c.set.contains(c.first)),
          call("containsAll", c -> c.set.containsAll(c.withLast())),
          call("equals", c -> c.set.equals(c.withLast())),
          call("clone", c -> c.set.clone()),
          call("copyOf", c -> EnumSet.copyOf(c.set)),
          call("iterator", c -> visit(c.set)),
          call("iterator, not used", c -> c.set.iterator()),
          call("argument of equals", c -> c.withLast().equals(c.set)),
          call("argument of containsAll", c -> c.withLast().containsAll(c.set)),
          call("argument of addAll", BitContentsTest::addToAnother),
          call("argument of removeAll", c -> c.withLast().removeAll(c.set)),
          call("argument of retainAll", c -> c.withLast().retainAll(c.set)));

  private static final List<Call<Constants<?>>> CHANGING =
      List.of(
          call("add", BitContentsTest::add),
          call("addAll", BitContentsTest::addAll),
          REMOVE,
          call("removeAll", c -> c.set.removeAll(EnumSet.copyOf(c.set))),
          call("retainAll", c -> c.set.retainAll(c.withLast())),
          call("clear", c -> c.set.clear()),
          call("iterator.remove", c -> removeOne(c.set.iterator())));

  private static <E extends Enum<E>> void add(Constants<E> constants) {
    constants.set.add(constants.last);
  }

  private static <E extends Enum<E>> void addToAnother(Constants<E> constants) {
    constants.withLast().addAll(constants.set);
  }

  private static <E extends Enum<E>> void addAll(Constants<E> constants) {
    constants.set.addAll(constants.withLast());
  }

  private static void removeOne(Iterator<?> elements) {
    elements.next();
    elements.remove();
  }

  private static final List<Kind<Iterator<?>>> ITERATORS =
      ENUMS.stream()
          .<Kind<Iterator<?>>>map(
              kind -> kind(kind.name() + ", iterator", () -> kind.made().get().set.iterator()))
          .toList();

  private static final List<Kind<Iterator<?>>> BEGUN =
      ITERATORS.stream()
          .<Kind<Iterator<?>>>map(
              kind ->
                  kind(
                      kind.name() + " that has begun",
                      () -> {
                        Iterator<?> elements = kind.made().get();
                        elements.next();
                        return elements;
                      }))
          .toList();
  private static final List<Call<Iterator<?>>> REMOVING = List.of(call("remove", Iterator::remove));
  private static final List<Call<Iterator<?>>> NEXT = List.of(call("next", Iterator::next));

  private static final List<Call<Iterator<?>>> MOVING =
      List.of(call("next", Iterator::next), call("next, remove", BitContentsTest::removeOne));
  private static final List<Call<Iterator<?>>> HAS_NEXT =
      List.of(call("hasNext", Iterator::hasNext));

  private static final List<Kind<BitSet>> BITS =
      List.of(kind("BitSet", () -> BitSet.valueOf(new long[] {5})));

  private static Call<BitSet> bits(String name, Consumer<BitSet> code) {
    return call(name, code);
  }

  private static final BitSet MASK = BitSet.valueOf(new long[] {6});

  private static final List<Call<BitSet>> LOOKING_AT_BITS =
      List.of(
          bits("get", b -> b.get(1)),
          bits("get of some", b -> b.get(0, 5)),
          bits("nextSetBit", b -> b.nextSetBit(1)),
          bits("nextClearBit", b -> b.nextClearBit(1)),
          bits("previousSetBit", b -> b.previousSetBit(1)),
          bits("previousClearBit", b -> b.previousClearBit(1)),
          bits("length", BitSet::length),
          bits("isEmpty", BitSet::isEmpty),
          bits("cardinality", BitSet::cardinality),
          bits("size", BitSet::size),
          bits("toByteArray", BitSet::toByteArray),
          bits("toLongArray", BitSet::toLongArray),
          bits("hashCode", BitSet::hashCode),
          bits("toString", BitSet::toString),
          bits("stream", b -> b.stream().sum()),
          bits("clone", BitSet::clone),
          bits("intersects", b -> b.intersects(MASK)),
          bits("argument of intersects", b -> MASK.intersects(b)),
          bits("argument of and", b -> new BitSet().and(b)),
          bits("argument of or", b -> new BitSet().or(b)),
          bits("argument of xor", b -> new BitSet().xor(b)),
          bits("argument of andNot", b -> new BitSet().andNot(b)),
          bits("equals", b -> b.equals(MASK)),
          bits("equals of nothing", b -> b.equals(null)),
          bits("argument of equals", b -> MASK.equals(b)));

  private static final List<Call<BitSet>> CHANGING_BITS =
      List.of(
          bits("set", b -> b.set(1)),
          bits("set to a value", b -> b.set(1, true)),
          bits("set of some", b -> b.set(1, 3)),
          bits("set of some to a value", b -> b.set(1, 3, false)),
          bits("flip", b -> b.flip(1)),
          bits("flip of some", b -> b.flip(1, 3)),
          bits("clear", b -> b.clear(0)),
          bits("clear of some", b -> b.clear(0, 2)),
          bits("clear of all", BitSet::clear),
          bits("and", b -> b.and(MASK)),
          bits("or", b -> b.or(MASK)),
          bits("xor", b -> b.xor(MASK)),
          bits("andNot", b -> b.andNot(MASK)));

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(ENUMS, LOOKING, List.of(REMOVE)),
            pairs(ENUMS, CHANGING, List.of(SIZE)),
            pairs(ITERATORS, MOVING, HAS_NEXT),
            pairs(BEGUN, REMOVING, all(NEXT, HAS_NEXT)),
            pairs(BITS, LOOKING_AT_BITS, CHANGING_BITS.subList(0, 1)),
            pairs(BITS, CHANGING_BITS, LOOKING_AT_BITS.subList(0, 1)))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(ENUMS, LOOKING, List.of(SIZE)),
            pairs(BITS, LOOKING_AT_BITS, LOOKING_AT_BITS.subList(0, 1)))
        .flatMap(rows -> rows);
  }
}
