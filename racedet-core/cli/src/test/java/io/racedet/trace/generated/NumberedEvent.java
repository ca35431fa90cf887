package io.racedet.trace.generated;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An event of a generated trace with the numbers in its names.
 *
 * @param location from 0
 */
record NumberedEvent(Op op, int thread, int operand, int location) {
  boolean isAccess() {
    return op == Op.READ || op == Op.WRITE;
  }

  static List<NumberedEvent> all(Workload workload) throws IOException {
    List<NumberedEvent> events = new ArrayList<>();
    EventBlock block = new EventBlock();
    try (TraceReader trace = new GeneratedTrace(workload)) {
      for (; trace.read(block); block.clear()) {
        for (int i = 0; i < block.size(); i++) {
          events.add(of(block.words()[i], block.locations()[i], trace.names()));
        }
      }
    }
    return events;
  }

  private static NumberedEvent of(long word, int location, Names names) {
    Op op = EventBlock.op(word);
    String operand = names.name(op.operand(), EventBlock.operand(word));
    char letter =
        switch (op.operand()) {
          case VARIABLE -> 'V';
          case LOCK -> 'L';
          default -> 'T';
        };
    return new NumberedEvent(
        op,
        number('T', names.name(Op.Operand.THREAD, EventBlock.thread(word))),
        number(letter, operand),
        Integer.parseInt(names.location(location)) - 1);
  }

  private static int number(char letter, String name) {
    if (name.charAt(0) != letter) {
      throw new AssertionError(name + " (expected: " + letter + " and a number)");
    }
    return Integer.parseInt(name, 1, name.length(), 10);
  }
}
