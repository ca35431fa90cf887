package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What a publisher knows of a subscriber that has made space for another item. */
class PublisherSpaceEdgesTest extends EdgesTestCase {
  /** Takes all that it gets; what it does with its first item is done before it has the second. */
  private static final class Slow implements Flow.Subscriber<Cell> {
    private final Cell cell = new Cell();
    private int items;

    @Override
    public void onSubscribe(Flow.Subscription given) {
      cell.data++;
      given.request(Long.MAX_VALUE);
      whisper("subscribed");
    }

    @Override
    public void onNext(Cell item) {
      items++;
      if (items == 1) {
        hear("offered twice");
        cell.data++;
      } else if (items == 2) {
        whisper("second item");
        hear("offered all");
      }
    }

    @Override
    public void onError(Throwable e) {
      throw new IllegalStateException(e);
    }

    @Override
    public void onComplete() {
      whisper("ended");
    }
  }

  /** Asks for one item, and waits until it hears of an offer before it returns to the publisher. */
  private static final class Patient implements Flow.Subscriber<Cell> {
    private final Cell asked = new Cell();
    private final Cell taken = new Cell();

    @Override
    public void onSubscribe(Flow.Subscription given) {
      asked.data++;
      given.request(1);
      whisper("requested");
      hear("offered");
    }

    @Override
    public void onNext(Cell item) {
      taken.data++;
    }

    @Override
    public void onError(Throwable e) {
      throw new IllegalStateException(e);
    }

    @Override
    public void onComplete() {}
  }

  private static Arguments toPatient(
      String name, BiConsumer<SubmissionPublisher<Cell>, Patient> offer) {
    return edge(
        name,
        () -> {
          Executor executor = body -> new Thread(() -> runAndWhisper(body)).start();
          SubmissionPublisher<Cell> publisher = new SubmissionPublisher<>(executor, 4);
          Patient subscriber = new Patient();
          publisher.subscribe(subscriber);
          hear("requested");
          offer.accept(publisher, subscriber);
        });
  }

  private static void runAndWhisper(Runnable body) {
    body.run();
    whisper("idle");
  }

  private static Arguments intoSpace(
      String name, int capacity, Consumer<SubmissionPublisher<Cell>> offer) {
    return edge(
        name,
        () -> {
          SubmissionPublisher<Cell> publisher =
              new SubmissionPublisher<>(body -> new Thread(body).start(), capacity);
          Slow subscriber = new Slow();
          publisher.subscribe(subscriber);
          hear("subscribed");
          publisher.submit(new Cell());
          publisher.submit(new Cell());
          whisper("offered twice");
          offer.accept(publisher);
          subscriber.cell.data++;
          whisper("offered all");
          publisher.close();
          hear("ended");
        });
  }

  /** There is space for an item because the subscriber has taken another one. */
  static Stream<Arguments> edges() {
    return Stream.of(
        intoSpace(
            "item that waits for space",
            1,
            p -> {
              p.submit(new Cell());
              hear("second item");
            }),
        intoSpace(
            "item that finds space",
            1,
            p -> {
              hear("second item");
              check(p.offer(new Cell(), null) >= 0);
            }),
        intoSpace(
            "item that finds space in a place that is not the first",
            2,
            p -> {
              hear("second item");
              check(p.offer(new Cell(), null) >= 0);
              check(p.offer(new Cell(), null) >= 0);
            }),
        intoSpace(
            "buffer that grows",
            64,
            p -> {
              hear("second item");
              for (int i = 0; i < 40; i++) {
                check(p.offer(new Cell(), null) >= 0);
              }
            }),
        edge(
            "request before an item",
            () -> {
              SubmissionPublisher<Cell> publisher =
                  new SubmissionPublisher<>(body -> new Thread(body).start(), 4);
              Slow subscriber = new Slow();
              subscriber.items = 2;
              publisher.subscribe(subscriber);
              hear("subscribed");
              publisher.submit(new Cell());
              subscriber.cell.data++;
              publisher.close();
              hear("ended");
            }),
        toPatient(
            "item during a request",
            (publisher, subscriber) -> {
              publisher.submit(new Cell());
              subscriber.asked.data++;
              whisper("offered");
              hear("idle");
            }),
        toPatient(
            "end during a request",
            (publisher, subscriber) -> {
              publisher.close();
              subscriber.asked.data++;
              whisper("offered");
              hear("idle");
            }),
        toPatient(
            "item after the last one that was asked for",
            (publisher, subscriber) -> {
              publisher.submit(new Cell());
              whisper("offered");
              hear("idle");
              publisher.submit(new Cell());
              subscriber.taken.data++;
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        intoSpace(
            "item that needs no space",
            4,
            p -> {
              hear("second item");
              p.submit(new Cell());
            }));
  }
}
