package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A queue hands over a message, but the sender continues to write to it. */
public final class R26_ChangedAfterPut implements TwoThreads {
  private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(1);
  private String seen;

  @Override
  public void first() throws InterruptedException {
    Message message = new Message();
    message.body = "ready";
    queue.put(message);
    message.body = "changed"; // race: Message.body
  }

  @Override
  public void second() throws InterruptedException {
    Message message = queue.take();
    seen = message.body; // race: Message.body
  }

  private static final class Message {
    private String body;
  }
}
