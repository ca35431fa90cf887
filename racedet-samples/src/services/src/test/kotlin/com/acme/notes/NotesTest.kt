package com.acme.notes

import io.ktor.client.HttpClient
import io.ktor.client.engine.cio.CIO
import io.ktor.client.request.get
import io.ktor.client.request.post
import io.ktor.client.request.setBody
import io.ktor.client.statement.bodyAsText
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.testing.testApplication
import io.racedet.junit.RaceFree
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

suspend fun load(client: HttpClient, count: Int, base: String, path: String): List<String> =
    withContext(Dispatchers.IO) {
        (1..count).map { async { client.get(base + path).bodyAsText() } }.awaitAll()
    }

@RaceFree
class NotesInProcessTest {
    private val store = NoteStore()
    private val last = Last()

    @Test
    fun oneRequest_thenLook() = testApplication {
        application { notes(store, Visits(), last) }
        assertEquals("ok", client.post("/single") { setBody("milk") }.bodyAsText())
        assertEquals("milk", last.text)
    }

    @Test
    fun severalClients() = testApplication {
        application { notes(store, Visits(), last) }
        val before = store.all().size
        withContext(Dispatchers.IO) {
            (1..6).map { async { client.post("/notes") { setBody("note") }.bodyAsText() } }.awaitAll()
        }
        assertEquals(before + 6, store.all().size)
        assertEquals(before + 6, store.times("note"))
        assertEquals("note", client.get("/notes").bodyAsText().substringBefore(","))
    }

    @Test
    fun severalDispatchers() = testApplication {
        application { notes(store, Visits(), last) }
        assertEquals(listOf("abc", "abc", "abc", "abc"), load(client, 4, "", "/slow"))
    }
}

@RaceFree
class NotesServerTest {
    private val store = NoteStore()
    private val last = Last()

    private fun serve(test: suspend (HttpClient, String) -> Unit) {
        val server = embeddedServer(Netty, port = 0, host = "127.0.0.1") { notes(store, Visits(), last) }
        server.start(wait = false)
        val client = HttpClient(CIO)
        try {
            runBlocking { test(client, "http://127.0.0.1:" + server.engine.resolvedConnectors().first().port) }
        } finally {
            client.close()
            server.stop(0, 0)
        }
    }

    @Test
    fun oneRequest_thenLook() = serve { client, base ->
        assertEquals("ok", client.post("$base/single") { setBody("milk") }.bodyAsText())
        assertEquals("milk", last.text)
    }

    @Test
    fun severalClients() = serve { client, base ->
        withContext(Dispatchers.IO) {
            (1..6).map { async { client.post("$base/notes") { setBody("note") }.bodyAsText() } }.awaitAll()
        }
        assertEquals(6, store.all().size)
        assertEquals(6, store.times("note"))
    }

    @Test
    fun severalDispatchers() = serve { client, base ->
        assertEquals(listOf("abc", "abc", "abc", "abc"), load(client, 4, base, "/slow"))
    }
}

@RaceFree
class NotesInProcessRacyTest {
    private val visits = Visits()

    private fun visit(path: String) = testApplication {
        application { notes(NoteStore(), visits, Last()) }
        assertEquals(6, load(client, 6, "", path).size)
    }

    @Test fun counterOfVisits() = visit("/visit")

    @Test fun mapOfPaths() = visit("/path")

    @Test fun lazyGreeting() = visit("/greeting")
}

@RaceFree
class NotesServerRacyTest {
    private val visits = Visits()

    private fun visit(path: String) {
        val server = embeddedServer(Netty, port = 0, host = "127.0.0.1") { notes(NoteStore(), visits, Last()) }
        server.start(wait = false)
        val client = HttpClient(CIO)
        try {
            runBlocking {
                val base = "http://127.0.0.1:" + server.engine.resolvedConnectors().first().port
                assertEquals(6, load(client, 6, base, path).size)
            }
        } finally {
            client.close()
            server.stop(0, 0)
        }
    }

    @Test fun counterOfVisits() = visit("/visit")

    @Test fun mapOfPaths() = visit("/path")

    @Test fun lazyGreeting() = visit("/greeting")
}
