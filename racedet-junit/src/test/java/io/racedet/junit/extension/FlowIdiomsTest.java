package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;

/** Items that flow from a publisher to subscribers, with correct use of them and without it. */
class FlowIdiomsTest {
  private final Cell cell = new Cell();

  /** Adds to each cell that it receives, and to its own. */
  private static final class Adding implements Flow.Subscriber<Cell> {
    private final Cell own;
    private final CountDownLatch end;
    private Flow.Subscription subscription;

    Adding(Cell own, CountDownLatch end) {
      this.own = own;
      this.end = end;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      subscription.request(1);
    }

    @Override
    public void onNext(Cell item) {
      item.add();
      own.add();
      subscription.request(1);
    }

    @Override
    public void onError(Throwable thrown) {
      end.countDown();
    }

    @Override
    public void onComplete() {
      own.add();
      end.countDown();
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void flow_fromPublisherToSubscriber_silent() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Cell[] items = Cell.several(8);
    try (SubmissionPublisher<Cell> publisher = new SubmissionPublisher<>()) {
      publisher.subscribe(new Adding(cell, end));
      for (Cell item : items) {
        item.add();
        publisher.submit(item);
      }
    }
    end.await();
    assertThat(Arrays.stream(items).mapToInt(Cell::add)).containsOnly(3);
    assertThat(cell.add()).isEqualTo(8 + 2);
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void flow_itemsUsedAfterTheirSubmission_found() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (SubmissionPublisher<Cell> publisher = new SubmissionPublisher<>()) {
      publisher.subscribe(new Adding(new Cell(), end));
      for (Cell item : Cell.several(4)) {
        publisher.submit(item);
        item.add();
      }
    }
    end.await();
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void flow_subscribersWithOneCell_found() throws Exception {
    CountDownLatch end = new CountDownLatch(2);
    try (SubmissionPublisher<Cell> publisher =
        new SubmissionPublisher<>(task -> new Thread(task).start(), Flow.defaultBufferSize())) {
      publisher.subscribe(new Adding(cell, end));
      publisher.subscribe(new Adding(cell, end));
      for (int i = 0; i < 4; i++) {
        publisher.submit(new Cell());
      }
    }
    end.await();
  }
}
