package io.racedet.samples;

import io.racedet.samples.clean.C14_AtomicTicket;
import io.racedet.samples.racy.R14_PlainTicket;

class Pair14_TicketTest extends PairTest {
  Pair14_TicketTest() {
    super(R14_PlainTicket.class, C14_AtomicTicket.class);
  }
}
